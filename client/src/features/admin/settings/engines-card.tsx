import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { useConfig } from "@/lib/config.ts";
import type { Config } from "../../../../../shared/api/common.ts";
import { AdminCard } from "../admin-card.tsx";
import { Loaded } from "../list-states.tsx";

type Part = keyof Config["engines"];

const parts: readonly { part: Part; label: string; setting: ReactNode | null }[] = [
  {
    part: "model",
    label: "Language model",
    setting: (
      <>
        <code>OPENAI_API_KEY</code>, or <code>OPENAI_BASE_URL</code> for a model of your own, and{" "}
        <code>OPENAI_MODEL</code>
      </>
    ),
  },
  {
    part: "speech",
    label: "Speech",
    setting: null,
  },
  {
    part: "transcription",
    label: "Speech recognition",
    setting: null,
  },
  {
    part: "files",
    label: "Files",
    setting: (
      <>
        <code>S3_BUCKET</code> and the other <code>S3_</code> variables
      </>
    ),
  },
  { part: "database", label: "Database", setting: <code>DATABASE_URL</code> },
];

/** What runs, and what to set for another one; the values themselves never reach the browser. */
export function EnginesCard() {
  const query = useConfig();
  return (
    <AdminCard
      title="Engines"
      description="What runs on this server. Engines are set by environment variables and read when the server starts."
    >
      <Loaded query={query} what="The engines">
        {({ engines }) => (
          <dl className="flex flex-col divide-y divide-line">
            {parts.map(({ part, label, setting }) => {
              const engine = engines[part];
              return (
                <div key={part} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3.5">
                  <dt className="basis-44 font-bold">{label}</dt>
                  <dd className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="wrap-anywhere">{engine?.name ?? "None"}</span>
                      <Badge tone={engine?.kind === "configured" ? "success" : "neutral"}>
                        {engine === null ? "Not set up" : engine.kind === "configured" ? "Configured" : "Built in"}
                      </Badge>
                    </span>
                    {engine?.kind !== "configured" && (
                      <span className="wrap-anywhere text-ink-muted text-sm">
                        {setting === null ? (
                          "No other one can be connected yet."
                        ) : (
                          <>To use another one, set {setting}.</>
                        )}
                      </span>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </Loaded>
    </AdminCard>
  );
}
