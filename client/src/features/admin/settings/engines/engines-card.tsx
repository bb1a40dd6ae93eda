import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type EngineName, type EngineTest, engineNames, testEngine } from "#shared/api/admin/settings/engines.ts";
import type { Engine } from "#shared/api/config.ts";
import { isAdmin } from "#shared/permissions.ts";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useConfig } from "@/domain/config.ts";
import { useUser } from "@/domain/session/session.ts";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { EngineSettingsCard } from "./engine-settings-card.tsx";
import { EngineResult, hearTest, reportUntested, untilLoaded } from "./test-drafts.tsx";

export function EnginesPanel() {
  const user = useUser();
  // A test of speech is heard.
  useUnlockedPlayer();
  return (
    <div className="flex flex-col gap-6">
      <EnginesCard />
      {isAdmin(user) && <EngineSettingsCard />}
    </div>
  );
}

const inScreen = (variables: ReactNode) => (
  <>
    <Trans>
      by an administrator, or by <span>{variables}</span> in the environment
    </Trans>
  </>
);

/** `missing`: what that means, where nothing is set. */
const parts: Record<EngineName, { label: string; missing?: string; setting: ReactNode }> = {
  model: {
    label: t`Language model`,
    missing: t`Pets answer with the words of their diary and documents until there is one.`,
    setting: inScreen(
      <Trans>
        <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code>, and <code>OPENAI_MODEL</code>
      </Trans>,
    ),
  },
  speech: {
    label: t`Speech`,
    missing: t`A simple voice speaks until there is another.`,
    setting: inScreen(
      <Trans>
        the <code>AZURE_SPEECH_</code> variables, or <code>OPENAI_SPEECH_MODEL</code>
      </Trans>,
    ),
  },
  transcription: {
    label: t`Speech recognition`,
    missing: t`Browsers that recognize speech by themselves do so until there is one.`,
    setting: inScreen(
      <Trans>
        the <code>AZURE_SPEECH_</code> variables, or <code>OPENAI_TRANSCRIBE_MODEL</code>
      </Trans>,
    ),
  },
  files: {
    label: t`Files`,
    setting: (
      <>
        <Trans>
          by <code>S3_BUCKET</code> and the other <code>S3_</code> variables
        </Trans>
      </>
    ),
  },
  database: {
    label: t`Database`,
    setting: (
      <>
        <Trans>
          by <code>DATABASE_URL</code>
        </Trans>
      </>
    ),
  },
};

export function EnginesCard() {
  const query = useConfig();
  const client = useQueryClient();
  const [results, setResults] = useState<Partial<Record<EngineName, EngineTest>>>({});
  const keep = (engine: EngineName, result: EngineTest) => setResults((before) => ({ ...before, [engine]: result }));
  const test = useMutation({
    mutationFn: (engine: EngineName) =>
      untilLoaded(
        () => call(testEngine, { params: { engine } }),
        (so) => keep(engine, so),
      ),
    onSuccess: (result, engine) => {
      keep(engine, result);
      void client.invalidateQueries({ queryKey: keys.auditLog });
      hearTest(result);
    },
    onError: (error, engine) => reportUntested(parts[engine].label, error, t`No setting was changed.`),
  });
  return (
    <AdminCard title={t`Engines`} description={t`What runs on this server.`}>
      <QueryContent query={query} what={t`The engines`}>
        {({ engines }) => (
          <dl className="flex flex-col divide-y divide-line">
            {engineNames.map((name) => (
              <EngineRow
                key={name}
                {...parts[name]}
                engine={engines[name]}
                result={results[name]}
                isTesting={test.isPending && test.variables === name}
                isWaiting={test.isPending && test.variables !== name}
                onTest={() => test.mutate(name)}
              />
            ))}
          </dl>
        )}
      </QueryContent>
    </AdminCard>
  );
}

type EngineRowProps = {
  label: string;
  missing?: string;
  /** Null where no engine is configured. */
  engine: Engine | null;
  /** The end of the sentence 'can be set ...'. */
  setting: ReactNode;
  /** Of the last test; undefined before the first. */
  result: EngineTest | undefined;
  isTesting: boolean;
  isWaiting: boolean;
  onTest: () => void;
};

function EngineRow({ label, missing, engine, setting, result, isTesting, isWaiting, onTest }: EngineRowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5">
      <dt className="basis-36 pt-1.5 font-bold">{label}</dt>
      <dd className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5 pt-1.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{engine?.name ?? t`None`}</span>
          <Badge tone={engine?.kind === "configured" ? "success" : "neutral"}>
            {engine === null ? t`Not set up` : engine.kind === "configured" ? t`Configured` : t`Built in`}
          </Badge>
        </span>
        {engine?.kind !== "configured" && missing !== undefined && <span className="text-sm">{missing}</span>}
        <span className="wrap-anywhere text-ink-muted text-sm">
          {engine?.kind === "configured" ? (
            <Trans>It was set {setting}.</Trans>
          ) : (
            <Trans>Another one can be set {setting}.</Trans>
          )}
        </span>
        <span role="status">
          {result !== undefined && isTesting === (result.isLoading ?? false) && <EngineResult result={result} />}
        </span>
      </dd>
      <dd>
        <Button
          variant="outline"
          size="sm"
          aria-label={t`Test ${label}`}
          busy={isTesting}
          disabled={isWaiting}
          onClick={onTest}
        >
          {isTesting ? t`Testing...` : t`Test`}
        </Button>
      </dd>
    </div>
  );
}
