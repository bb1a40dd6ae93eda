import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../db/client.ts";
import type { Log } from "../../log.ts";
import * as queries from "./queries.ts";

/** A server that has lost its connection only, as all do when the database restarts, has this time to come back. */
const GRACE_MS = 2_000;
const EVERY_MS = 3_000;

/**
 * Marks questions as failed whose server died while it replied, so that they can be tried again: those of one chat of
 * the user's, or all. @returns whether there were any at first sight
 */
export async function giveUpLost(
  { db, log }: { db: Db; log: Log },
  chat?: queries.OwnChat,
  grace: () => Promise<unknown> = () => sleep(GRACE_MS),
): Promise<boolean> {
  const found = await queries.findLost(db, chat);
  if (found.length === 0) return false;
  if (found.some(({ isStale }) => !isStale)) await grace();
  const ids = found.map(({ id }) => id);
  const questions = await queries.failLost(db, ids);
  if (questions > 0) log.warn({ questions }, "replies of dead processes given up");
  return true;
}

/** At once, then again and again. @returns how to end it, once no reply of a dead process is left */
export async function keepRepliesHonest(deps: { db: Db; log: Log }): Promise<() => void> {
  const look = () =>
    giveUpLost(deps).catch((err: unknown) => deps.log.warn({ err }, "replies under way were not looked after"));
  await look();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
