import { ArrowRight } from "lucide-react";
import { useId } from "react";
import type { AccessEntry } from "#shared/api/admin/agent-access.ts";
import { Button } from "@/components/ui/button.tsx";
import { dateOf } from "@/lib/dates.ts";

export function AccessRow({ entry, onRevoke }: { entry: AccessEntry; onRevoke: () => void }) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div id={nameId} className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-52">
          <p className="wrap-anywhere font-bold">{entry.userName}</p>
          <p className="wrap-anywhere text-ink-muted">{entry.userEmail}</p>
        </div>
        <div className="flex min-w-0 flex-1 basis-44 items-center gap-3">
          <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere font-bold">{entry.agentName}</p>
            <p className="text-ink-muted text-sm">{`Since ${dateOf(entry.createdAt)}`}</p>
          </div>
        </div>
      </div>
      <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
