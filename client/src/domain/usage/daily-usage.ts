import { type QueryClient, useQuery } from "@tanstack/react-query";
import { ApiError, call } from "@/lib/api.ts";
import { dayOf, timeOf } from "@/lib/dates.ts";
import { DAILY_LIMIT_CODE, type DayOfUse, getMyUsage } from "../../../../shared/api/usage.ts";

const usageKey = ["/api/usage/me"] as const;
/** The server's clock may be a little behind. */
const LATE_MS = 2_000;

/** What one has used today of one's daily limits. Asked for anew when the day ends, while it has limits that matter. */
export const useDailyUsage = () =>
  useQuery({
    queryKey: usageKey,
    queryFn: () => call(getMyUsage, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.measures.some(({ state }) => state !== "ok")
        ? Math.max(LATE_MS, new Date(data.resetsAt).getTime() - Date.now() + LATE_MS)
        : false,
  });

/** To be called after something was used. Without a limit the figures are not shown, so they are not fetched again. */
export function refreshDailyUsage(client: QueryClient): void {
  const held = client.getQueryData<DayOfUse>(usageKey);
  if (held?.measures.some(({ limit }) => limit !== null)) void client.invalidateQueries({ queryKey: usageKey });
}

/** To be called after a refusal: this page may not know yet that a limit is reached. */
export function learnOfDailyLimit(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.code === DAILY_LIMIT_CODE)
    void client.invalidateQueries({ queryKey: usageKey });
}

/** 'at 14:00', 'tomorrow at 02:00': by the reader's own clock. */
export function whenReset(resetsAt: string, now = new Date()): string {
  const time = timeOf(resetsAt);
  return dayOf(resetsAt) === dayOf(now.toISOString()) ? `at ${time}` : `tomorrow at ${time}`;
}
