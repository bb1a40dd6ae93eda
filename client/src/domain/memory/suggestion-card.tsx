import { t } from "@lingui/core/macro";
import { Sparkles } from "lucide-react";
import { useId, useState } from "react";
import { approveMemory, declineMemory, type Memory } from "#shared/api/memory.ts";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { dateOf, eventDateOf } from "@/lib/formats.ts";
import { useMemoryChange } from "./memories.ts";
import { MemoryEditor } from "./memory-editor.tsx";

type SuggestionCardProps = { suggestion: Memory; petName: string };

/** Nothing is remembered before the person says yes. */
export function SuggestionCard({ suggestion, petName }: SuggestionCardProps) {
  const { id, agentId, text, date, supersedes } = suggestion;
  const titleId = useId();
  const [isChanging, setChanging] = useState(false);
  const sessionId = suggestion.quote?.sessionId ?? null;
  const keep = useMemoryChange(
    agentId,
    (changed: string | null) =>
      call(approveMemory, { params: { id }, body: changed === null ? {} : { text: changed } }),
    sessionId,
  );
  const decline = useMemoryChange(agentId, () => call(declineMemory, { params: { id } }), sessionId);
  const isBusy = keep.isPending || decline.isPending;
  const outcome = outcomeOf(petName, keep.isSuccess, decline.isSuccess);
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full max-w-md flex-col gap-2 rounded-card border border-line bg-surface-raised p-4 text-start"
    >
      <p id={titleId} className="flex items-center gap-2 font-bold text-secondary text-sm">
        <Sparkles aria-hidden="true" className="size-4 shrink-0" />
        <span>{t`May ${petName} remember this?`}</span>
      </p>
      {supersedes !== null && (
        <p dir="auto" className="wrap-anywhere text-ink-muted text-sm">
          {t`In place of what you said on ${{ toldAt: dateOf(supersedes.toldAt) }}: ${{ text: supersedes.text }}`}
        </p>
      )}
      {!isChanging && (
        <p dir="auto" className="wrap-anywhere text-start">
          {text}
        </p>
      )}
      {!isChanging && date !== null && (
        <p className="text-ink-muted text-sm">{t`When: ${{ date: eventDateOf(date) }}`}</p>
      )}
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {outcome}
      </p>
      {outcome === null && isChanging && (
        <MemoryEditor text={text} isBusy={isBusy} onSave={keep.mutate} onCancel={() => setChanging(false)} />
      )}
      {outcome === null && !isChanging && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            busy={keep.isPending}
            disabled={isBusy}
            onClick={() => keep.mutate(null)}
          >
            {t`Keep`}
          </Button>
          <Button variant="outline" size="sm" disabled={isBusy} onClick={() => setChanging(true)}>
            {t`Change`}
          </Button>
          <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => decline.mutate(null)}>
            {t`No`}
          </Button>
        </div>
      )}
    </section>
  );
}

function outcomeOf(petName: string, isKept: boolean, isDeclined: boolean): string | null {
  if (isKept) return t`${petName} remembers that.`;
  return isDeclined ? t`Not kept, and not suggested again.` : null;
}
