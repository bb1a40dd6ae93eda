import { CircleAlert, CircleCheck } from "lucide-react";
import type { EngineTest } from "#shared/api/admin/settings/engines.ts";

/** What a test of an engine has shown. */
export function EngineResult({ result: { works, milliseconds, sentence } }: { result: EngineTest }) {
  const Icon = works ? CircleCheck : CircleAlert;
  return (
    <span className={works ? "flex items-start gap-1.5 text-success" : "flex items-start gap-1.5 text-danger"}>
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0 font-semibold text-sm leading-6">
        {`${works ? "Works" : "Failed"} after ${milliseconds.toLocaleString()} ms. ${sentence}`}
      </span>
    </span>
  );
}
