import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DayOfUse, MeasuredUse } from "#shared/api/usage.ts";
import { refreshDailyUsage, useDailyUsage, whenReset } from "@/domain/daily-usage.ts";
import { numberOf } from "@/lib/formats.ts";

export function DailyLimitNote({ name, isPending }: { name: string; isPending: boolean }) {
  const client = useQueryClient();
  const { data } = useDailyUsage();
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) refreshDailyUsage(client);
    wasPending.current = isPending;
  }, [client, isPending]);
  const words = data === undefined ? null : wordsFor(data, name);
  // Always mounted, because screen readers announce only changes in an element that was there before.
  return (
    <div role="status">
      {words !== null && (
        <p className="mx-auto mb-2.5 flex max-w-3xl items-start gap-2 rounded-control bg-warning-soft px-3 py-2 text-sm">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0">{words}</span>
        </p>
      )}
    </div>
  );
}

/** A reached limit that stops writing comes first, then other reached limits, then near ones. */
export function wordsFor({ measures, resetsAt }: DayOfUse, name: string): string | null {
  const when = whenReset(resetsAt);
  const reached = measures.filter(({ state }) => state === "reached");
  const [ending] = reached.filter(({ measure }) => measure === "messages" || measure === "tokens");
  if (ending !== undefined) return reachedWords(ending, name, when);
  if (reached.length > 0) return reached.map((use) => reachedWords(use, name, when)).join(" ");
  const near = measures.filter(({ state }) => state === "near");
  return near.length === 0 ? null : near.map((use) => nearWords(use, name)).join(" ");
}

function reachedWords({ measure, limit }: MeasuredUse, name: string, when: string): string {
  switch (measure) {
    case "messages":
      return t`You have used all of today's ${{ limit: numberOf(limit ?? 0) }} messages. You can write again ${when}.`;
    case "tokens":
      return t`You have used up what your pets may read and write today. You can write again ${when}.`;
    case "characters":
      return t`${name}'s voice is used up for today. Replies come as text; it speaks again ${when}.`;
    case "seconds":
      return t`Today's voice messages are used up. Please type; you can speak again ${when}.`;
  }
}

function nearWords({ measure, used, limit }: MeasuredUse, name: string): string {
  switch (measure) {
    case "messages":
      return t`You have used ${{ used: numberOf(used) }} of today's ${{ limit: numberOf(limit ?? 0) }} messages.`;
    case "tokens":
      return t`You have used most of what your pets may read and write today.`;
    case "characters":
      return t`${name}'s voice is nearly used up for today; after that, replies come as text.`;
    case "seconds":
      return t`Today's voice messages are nearly used up; after that, please type.`;
  }
}
