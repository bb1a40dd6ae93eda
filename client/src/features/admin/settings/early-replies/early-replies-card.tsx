import { useQuery } from "@tanstack/react-query";
import {
  type EarlyMode,
  earlyModes,
  getEarlyReplies,
  putEarlyReplies,
  type ShownEarlyReplies,
} from "#shared/api/admin/settings/early-replies.ts";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { Loaded } from "@/features/admin/list-states.tsx";
import { useAdminMutation } from "@/features/admin/use-admin-mutation.ts";
import { call } from "@/lib/api.ts";

export function EarlyRepliesCard() {
  const query = useQuery({ queryKey: keys.earlyReplies, queryFn: () => call(getEarlyReplies, {}), staleTime: 0 });
  return (
    <AdminCard
      title="Early Replies"
      description="While somebody who talks with a pet pauses, the language model can be asked already, and its first sentence spoken, so that the pet answers sooner. Where they go on speaking, that was in vain: nothing of it is shown, stored or counted."
    >
      <Loaded query={query} what="The setting for early replies">
        {(shown) => <EarlyRepliesField {...shown} />}
      </Loaded>
    </AdminCard>
  );
}

function EarlyRepliesField({ mode, isLocal }: ShownEarlyReplies) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: (wanted: EarlyMode) => call(putEarlyReplies, { body: { mode: wanted } }),
    successTitle: "Early replies updated",
    errorTitle: "Failed to update early replies",
    invalidates: [keys.earlyReplies, keys.auditLog],
    scope: "early-replies",
  });
  return (
    <Field label="Begin replies early" hint={isLocal ? COSTS_NOTHING : MAY_COST} className="sm:max-w-md">
      <Select
        value={mode}
        disabled={isPending}
        onValueChange={(chosen) => mutate(earlyModes.find((each) => each === chosen) ?? mode)}
        options={earlyModes.map((each) => ({ value: each, label: labels[each](isLocal) }))}
      />
    </Field>
  );
}

const labels: Record<EarlyMode, (isLocal: boolean) => string> = {
  auto: (isLocal) => `As fits the model: ${isLocal ? "on" : "off"} now`,
  on: () => "On",
  off: () => "Off",
};

const COSTS_NOTHING =
  "The language model is built in or runs in your network, where a call costs nothing. If it passes calls on to a paid model, choose Off. A speech service is asked early only with On.";
const MAY_COST =
  "The language model is outside your network: each call may cost money, also one in vain, and so may each sentence that a speech service speaks.";
