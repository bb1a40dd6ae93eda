import type { AuditEntry } from "#shared/api/audit.ts";
import { momentOf } from "@/lib/dates.ts";
import { actionName, detailsOf } from "./audit-words.ts";

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <p className="wrap-anywhere">
          <strong>{entry.actorName ?? "A visitor"}</strong>
          <span className="text-ink-muted">{` ${actionName(entry.action)}`}</span>
          {entry.targetName !== null && (
            <>
              <span>{": "}</span>
              <strong>{entry.targetName}</strong>
            </>
          )}
        </p>
        {details !== "" && <p className="wrap-anywhere text-ink-muted text-sm">{details}</p>}
      </div>
      <p className="flex flex-wrap gap-x-4 text-ink-muted text-sm tabular-nums sm:flex-col sm:items-end">
        <time dateTime={entry.at}>{momentOf(entry.at)}</time>
        {entry.ip !== null && <span className="wrap-anywhere">{entry.ip}</span>}
      </p>
    </li>
  );
}
