import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { grantAgentAccess, listAdminAgents, searchGrantees } from "#shared/api/admin/agent-access.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { AdminCard } from "../admin-card.tsx";
import { keys } from "../keys.ts";
import { SearchPicker } from "../search-picker.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";
import type { Choice, Choices } from "../use-search-picker.ts";

/** How many choices the list shows; typing more of the name finds the others. */
const CHOICES = 20;

export function GrantForm() {
  const [user, setUser] = useState<Choice | null>(null);
  const [agent, setAgent] = useState<Choice | null>(null);
  const grant = useAdminMutation({
    mutationFn: (body: { userId: string; agentId: string }) => call(grantAgentAccess, { body }),
    successTitle: "User access granted successfully",
    errorTitle: "Failed to grant user access",
    invalidates: [keys.access],
    onSuccess: () => {
      setUser(null);
      setAgent(null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (user === null || agent === null) toast({ title: "Please select both user and agent", variant: "destructive" });
    else grant.mutate({ userId: user.id, agentId: agent.id });
  };
  return (
    <AdminCard title="Grant Agent Access" description="Let someone chat with a pet that is not their own.">
      <form onSubmit={submit} noValidate className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto]">
        <Field label="User">
          <SearchPicker placeholder="Choose a user..." value={user} onChange={setUser} useChoices={useUserChoices} />
        </Field>
        <Field label="Agent">
          <SearchPicker
            placeholder="Choose an agent..."
            value={agent}
            onChange={setAgent}
            useChoices={useAgentChoices}
          />
        </Field>
        <Button type="submit" busy={grant.isPending}>
          Grant Access
        </Button>
      </form>
    </AdminCard>
  );
}

/** Users and pets change, so each opening of the list fetches again and meanwhile shows the earlier choices. */
const always = { staleTime: 0, placeholderData: keepPreviousData };

const useUserChoices = (q: string, enabled: boolean) =>
  useQuery({
    ...always,
    enabled,
    queryKey: [...keys.access, "users", { q }],
    queryFn: async ({ signal }): Promise<Choices> => {
      const { users, total } = await call(searchGrantees, { query: { q: q || undefined, limit: CHOICES } }, { signal });
      return { choices: users.map(({ id, name, email }) => ({ id, name, detail: email })), total };
    },
  });

const useAgentChoices = (q: string, enabled: boolean) =>
  useQuery({
    ...always,
    enabled,
    queryKey: [...keys.agents, { q }],
    queryFn: async ({ signal }): Promise<Choices> => {
      const { agents, total } = await call(
        listAdminAgents,
        { query: { q: q || undefined, limit: CHOICES } },
        { signal },
      );
      return {
        choices: agents.map(({ id, name, ownerName }) => ({
          id,
          name,
          detail: ownerName === null ? null : `of ${ownerName}`,
        })),
        total,
      };
    },
  });
