import { t } from "@lingui/core/macro";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { DAILY_LIMIT_CODE, type DayOfUse, getMyUsage } from "#shared/api/usage.ts";
import { ApiError, call } from "@/lib/api.ts";
import { dayOf, timeOf } from "@/lib/formats.ts";

const usageKey = ["/api/usage/me"] as const;
/** The server's clock may be a little behind. */
const LATE_MS = 2_000;

/** Fetched again at the reset where a limit is near or reached. */
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

/** Without a limit no figures are shown, so nothing is fetched. */
export function refreshDailyUsage(client: QueryClient): void {
  const cached = client.getQueryData<DayOfUse>(usageKey);
  if (cached?.measures.some(({ limit }) => limit !== null)) void client.invalidateQueries({ queryKey: usageKey });
}

export function learnOfDailyLimit(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.code === DAILY_LIMIT_CODE)
    void client.invalidateQueries({ queryKey: usageKey });
}

/** 'at 14:00' or 'tomorrow at 02:00', in the reader's time zone. */
export function whenReset(resetsAt: string, now = new Date()): string {
  const time = timeOf(resetsAt);
  return dayOf(resetsAt) === dayOf(now.toISOString()) ? t`at ${time}` : t`tomorrow at ${time}`;
}
