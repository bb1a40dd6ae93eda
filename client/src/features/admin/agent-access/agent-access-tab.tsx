import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  type AccessEntry,
  changeAgentAccess,
  grantAgentAccess,
  listAdminAgents,
  listAgentAccess,
  revokeAgentAccess,
  searchGrantees,
} from "#shared/api/admin/agent-access.ts";
import { type FamilyRight, familyRight } from "#shared/api/family-right.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { ChangeQuestion } from "@/features/admin/admin-card.tsx";
import { keys, useAdminMutation } from "@/features/admin/admin-queries.ts";
import { SearchField } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { dateOf } from "@/lib/formats.ts";
import { toast } from "@/lib/toast.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { AdminCard, ResourceCard } from "../admin-card.tsx";
import { PAGE_SIZE, usePages } from "../resource-list.tsx";
import { Row, RowButton } from "../row.tsx";
import { type Choice, type Choices, SearchPicker } from "./search-picker.tsx";

export function AgentAccessTab() {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const list = usePages(
    [...keys.access, { q }],
    (cursor, signal) => call(listAgentAccess, { query: { q: q || undefined, cursor, limit: PAGE_SIZE } }, { signal }),
    (page) => page.userAgentAccess,
  );
  return (
    <div className="flex flex-col gap-6">
      <GrantForm />
      <ResourceCard
        title={t`Current User-Agent Access`}
        what={t`The user-agent access`}
        list={list}
        empty={q === "" ? t`No user-agent access relationships found` : t`Nothing found matching your search`}
        controls={
          <SearchField
            label={t`Search user-agent access`}
            placeholder={t`Search by user or agent...`}
            value={typed}
            onChange={setTyped}
          />
        }
      >
        {(entry) => (
          <Row
            name={<UserAndAgent entry={entry} />}
            actions={
              <>
                <RightChoice entry={entry} />
                <RowButton dialog={<RevokeDialog entry={entry} />}>{t`Revoke`}</RowButton>
              </>
            }
          />
        )}
      </ResourceCard>
    </div>
  );
}

const UserAndAgent = ({ entry }: { entry: AccessEntry }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <span className="flex min-w-0 flex-1 basis-52 flex-col">
      <span>{entry.userName}</span>
      <span className="font-normal text-ink-muted">{entry.userEmail}</span>
    </span>
    <span className="flex min-w-0 flex-1 basis-44 items-center gap-3">
      <ArrowRight aria-hidden="true" className="rtl:-scale-x-100 size-4.5 shrink-0 text-ink-muted" />
      <span className="flex min-w-0 flex-col">
        <span>{entry.agentName}</span>
        <span className="font-normal text-ink-muted text-sm">{t`Since ${{ createdAt: dateOf(entry.createdAt) }}`}</span>
      </span>
    </span>
  </span>
);

/** The same right as on the family page of the pet. */
function RightChoice({ entry: { userId, agentId, userName, agentName, right } }: { entry: AccessEntry }) {
  const change = useAdminMutation({
    mutationFn: (wanted: FamilyRight) => call(changeAgentAccess, { body: { userId, agentId, right: wanted } }),
    successTitle: t`User access changed successfully`,
    errorTitle: t`Failed to change user access`,
    invalidates: [keys.access],
  });
  return (
    <Select
      aria-label={t`What ${userName} may do with ${agentName}`}
      value={right}
      disabled={change.isPending}
      onValueChange={(value) => change.mutate(familyRight.parse(value))}
      options={rights}
      className="w-36"
    />
  );
}

const rights = [
  { value: "talk", label: t`Talk` },
  { value: "contribute", label: t`Contribute` },
  { value: "manage", label: t`Manage` },
] as const satisfies readonly { value: FamilyRight; label: string }[];

const RevokeDialog = ({ entry }: { entry: AccessEntry }) => (
  <ChangeQuestion
    title={t`Revoke Access`}
    description={
      <Trans>
        <strong>{entry.userName}</strong> will no longer be able to use <strong>{entry.agentName}</strong>, from this
        moment on. You can grant it again.
      </Trans>
    }
    confirmLabel={t`Revoke Access`}
    pendingLabel={t`Revoking...`}
    mutationFn={() => call(revokeAgentAccess, { body: { userId: entry.userId, agentId: entry.agentId } })}
    successTitle={t`User access revoked successfully`}
    errorTitle={t`Failed to revoke user access`}
    invalidates={[keys.access]}
  />
);

const CHOICES = 20;

function GrantForm() {
  const [user, setUser] = useState<Choice | null>(null);
  const [agent, setAgent] = useState<Choice | null>(null);
  const grant = useAdminMutation({
    mutationFn: (body: { userId: string; agentId: string }) => call(grantAgentAccess, { body }),
    successTitle: t`User access granted successfully`,
    errorTitle: t`Failed to grant user access`,
    invalidates: [keys.access],
    onSuccess: () => {
      setUser(null);
      setAgent(null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (user === null || agent === null) toast({ title: t`Please select both user and agent`, variant: "destructive" });
    else grant.mutate({ userId: user.id, agentId: agent.id });
  };
  return (
    <AdminCard title={t`Grant Agent Access`} description={t`Let someone chat with a pet that is not their own.`}>
      <form onSubmit={submit} noValidate className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto]">
        <Field label={t`User`}>
          <SearchPicker placeholder={t`Choose a user...`} value={user} onChange={setUser} useChoices={useUserChoices} />
        </Field>
        <Field label={t`Agent`}>
          <SearchPicker
            placeholder={t`Choose an agent...`}
            value={agent}
            onChange={setAgent}
            useChoices={useAgentChoices}
          />
        </Field>
        <Button type="submit" busy={grant.isPending}>
          {t`Grant Access`}
        </Button>
      </form>
    </AdminCard>
  );
}

/** Users and pets change, so each opening of the list fetches again, and shows the earlier choices meanwhile. */
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
          detail: ownerName === null ? null : t`of ${ownerName}`,
        })),
        total,
      };
    },
  });
