import type { ReactNode } from "react";
import type { EngineTest } from "#shared/api/admin/settings/engines.ts";
import type { Engine } from "#shared/api/config.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EngineResult } from "./engine-result.tsx";

type EngineRowProps = {
  label: string;
  /** Null where no engine is configured. */
  engine: Engine | null;
  /** Where another engine is set, after 'can be set'. */
  setting: ReactNode;
  /** The result of the last test; undefined before the first. */
  result: EngineTest | undefined;
  isTesting: boolean;
  /** Another engine is being tested. */
  isWaiting: boolean;
  onTest: () => void;
};

export function EngineRow({ label, engine, setting, result, isTesting, isWaiting, onTest }: EngineRowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5">
      <dt className="basis-36 pt-1.5 font-bold">{label}</dt>
      <dd className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5 pt-1.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{engine?.name ?? "None"}</span>
          <Badge tone={engine?.kind === "configured" ? "success" : "neutral"}>
            {engine === null ? "Not set up" : engine.kind === "configured" ? "Configured" : "Built in"}
          </Badge>
        </span>
        <span className="wrap-anywhere text-ink-muted text-sm">
          <span>{engine?.kind === "configured" ? "It was set " : "Another one can be set "}</span>
          <span>{setting}</span>
          <span>.</span>
        </span>
        <span role="status">{result !== undefined && !isTesting && <EngineResult result={result} />}</span>
      </dd>
      <dd>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Test ${label}`}
          busy={isTesting}
          disabled={isWaiting}
          onClick={onTest}
        >
          {isTesting ? "Testing..." : "Test"}
        </Button>
      </dd>
    </div>
  );
}
