import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type Demo, getDemo, putDemo, type TryOutMode, tryOutModes } from "#shared/api/admin/settings/demo.ts";
import type { Config } from "#shared/api/config.ts";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { useConfig } from "@/domain/config.ts";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys, useAdminMutation } from "@/features/admin/admin-queries.ts";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { listOf } from "@/lib/formats.ts";

const NO_PET = "none";

export function DemoCard() {
  const query = useQuery({ queryKey: keys.demo, queryFn: () => call(getDemo, {}), staleTime: 0 });
  return (
    <AdminCard
      title={t`Demo Pet`}
      description={t`Every account may chat with it, but not see its instructions or its diary. Visitors may try it on the landing page: nothing of that is stored, and an address has 30 questions a day.`}
    >
      <QueryContent query={query} what={t`The demo pet`}>
        {(demo) => <DemoFields {...demo} />}
      </QueryContent>
    </AdminCard>
  );
}

function DemoFields({ agentId, tryOut, pets }: Demo & { pets: readonly { id: string; name: string }[] }) {
  const config = useConfig();
  const { mutate, isPending } = useAdminMutation({
    mutationFn: (wanted: Demo) => call(putDemo, { body: wanted }),
    successTitle: t`Demo pet updated`,
    errorTitle: t`Failed to update the demo pet`,
    invalidates: [keys.demo, keys.auditLog, ["/api/agents"]],
    scope: "demo",
  });
  const configured = config.data === undefined ? [] : configuredEngines(config.data.engines);
  // The field shows what is set, also where nothing is configured any more.
  const modes = tryOutModes.filter((mode) => mode !== "configured" || configured.length > 0 || tryOut === "configured");
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field label={t`Demo pet`} hint={t`Yours, and those of other administrators. Its diary speaks to everybody.`}>
        <Select
          value={agentId ?? NO_PET}
          disabled={isPending}
          onValueChange={(chosen) => mutate({ agentId: chosen === NO_PET ? null : chosen, tryOut })}
          options={[
            { value: NO_PET, label: t`No demo pet` },
            ...pets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Field
        label={t`Visitors`}
        hint={t`What is built in costs nothing. Anything else may cost money with each question.`}
      >
        <Select
          value={tryOut}
          disabled={isPending || agentId === null}
          onValueChange={(chosen) => mutate({ agentId, tryOut: modes.find((mode) => mode === chosen) ?? tryOut })}
          options={modes.map((mode) => ({
            value: mode,
            label: labels[mode](listOf(configured) || t`the configured engines`),
          }))}
        />
      </Field>
    </div>
  );
}

const configuredEngines = ({ model, speech }: Config["engines"]): string[] =>
  [model, speech].filter(({ kind }) => kind === "configured").flatMap(({ name }) => name ?? []);

const labels: Record<TryOutMode, (engines: string) => string> = {
  off: () => t`May not try it`,
  "built-in": () => t`Try it with the built-in voice, at no cost`,
  configured: (engines) => t`Try it with ${engines}`,
};
