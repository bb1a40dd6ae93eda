import { t } from "@lingui/core/macro";
import type { Contribution } from "#shared/api/contributions.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { dateOf, eventDateOf } from "@/lib/formats.ts";

/** What waits, with whose it is and for how long. */
export function ContributionText({ id, contribution }: { id: string; contribution: Contribution }) {
  const { kind, question, text, date, author, isOwn, createdAt, lapsesAt } = contribution;
  const times = { given: dateOf(createdAt), end: dateOf(lapsesAt) };
  return (
    <div id={id} className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        {!isOwn && <span className="wrap-anywhere font-bold">{author}</span>}
        <Badge tone="secondary">{kind === "memory" ? t`A memory` : t`An answer`}</Badge>
        {date !== null && <time dateTime={date.on}>{eventDateOf(date)}</time>}
      </p>
      {kind === "answer" && (
        <p dir="auto" className="wrap-anywhere text-start text-ink-muted">
          {question ?? t`This question is no longer asked.`}
        </p>
      )}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start">
        {text}
      </p>
      <p className="text-ink-muted text-sm">{t`Given on ${{ given: times.given }}, waits until ${{ end: times.end }}`}</p>
    </div>
  );
}
