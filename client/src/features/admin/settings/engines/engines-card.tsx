import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type EngineName, type EngineTest, engineNames, testEngine } from "#shared/api/admin/settings/engines.ts";
import { useConfig } from "@/domain/config.ts";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { Loaded } from "@/features/admin/list-states.tsx";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";
import { EngineRow } from "./engine-row.tsx";

/** Set in the screen, or by these variables. */
const inScreen = (variables: ReactNode) => (
  <>
    <span>{"by an administrator, or by "}</span>
    <span>{variables}</span>
    <span>{" in the environment"}</span>
  </>
);

const parts: Record<EngineName, { label: string; setting: ReactNode }> = {
  model: {
    label: "Language model",
    setting: inScreen(
      <>
        <code>OPENAI_API_KEY</code>
        <span>{" or "}</span>
        <code>OPENAI_BASE_URL</code>
        <span>{", and "}</span>
        <code>OPENAI_MODEL</code>
      </>,
    ),
  },
  speech: {
    label: "Speech",
    setting: inScreen(
      <>
        <span>{"the "}</span>
        <code>AZURE_SPEECH_</code>
        <span>{" variables"}</span>
      </>,
    ),
  },
  transcription: {
    label: "Speech recognition",
    setting: inScreen(
      <>
        <span>{"the "}</span>
        <code>AZURE_SPEECH_</code>
        <span>{" variables, or "}</span>
        <code>OPENAI_TRANSCRIBE_MODEL</code>
      </>,
    ),
  },
  files: {
    label: "Files",
    setting: (
      <>
        <span>{"by "}</span>
        <code>S3_BUCKET</code>
        <span>{" and the other "}</span>
        <code>S3_</code>
        <span>{" variables"}</span>
      </>
    ),
  },
  database: {
    label: "Database",
    setting: (
      <>
        <span>{"by "}</span>
        <code>DATABASE_URL</code>
      </>
    ),
  },
};

/**
 * The engines, a test of each, and where another one is set.
 */
export function EnginesCard() {
  const query = useConfig();
  const client = useQueryClient();
  const [results, setResults] = useState<Partial<Record<EngineName, EngineTest>>>({});
  const test = useMutation({
    mutationFn: (engine: EngineName) => call(testEngine, { params: { engine } }),
    onSuccess: (result, engine) => {
      setResults((before) => ({ ...before, [engine]: result }));
      void client.invalidateQueries({ queryKey: keys.auditLog });
    },
    onError: (error) => toastError("The test could not be made", error, "Please check your connection."),
  });
  return (
    <AdminCard title="Engines" description="What runs on this server.">
      <Loaded query={query} what="The engines">
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
      </Loaded>
    </AdminCard>
  );
}
