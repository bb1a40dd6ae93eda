import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { verifyPassword } from "../auth/passwords.ts";
import { issueTemporaryPassword } from "../auth/service.ts";
import * as queries from "./queries.ts";

const firstSignIn = z.object({
  username: z.string(),
  /** Null where ADMIN_PASSWORD gives it. */
  password: z.string().nullable(),
  promoCode: z.string(),
});
export type FirstSignIn = z.output<typeof firstSignIn>;

const LOOK_EVERY_MS = 2_000;

export const firstSignInPath = (dataDir: string): string => join(dataDir, "first-sign-in.json");

/** Synced, so that no crash loses it; readable by the server's user alone. */
export function keepFirstSignIn(dataDir: string, kept: FirstSignIn): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const path = firstSignInPath(dataDir);
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Null once somebody has signed in. An expired password is replaced. Call it after `seed`. */
export async function findFirstSignIn(db: Db, dataDir: string): Promise<FirstSignIn | null> {
  const kept = readFirstSignIn(dataDir);
  if (kept === null) return null;
  return db.transaction(async (tx) => {
    // Of several starting processes one replaces the password.
    await queries.lockSeeding(tx);
    const account = await queries.findAccount(tx, kept.username);
    if (account !== null && !(await queries.hasSignedIn(tx, account.id))) {
      const until = account.temporaryPasswordUntil;
      if (until !== null && until < new Date()) return replacePassword(tx, account.id, dataDir, kept);
      if (kept.password === null || (await verifyPassword(account.password, kept.password))) return kept;
    }
    forgetFirstSignIn(dataDir);
    return null;
  });
}

/** Returns what stops it; a look under way may then fail silently. */
export function forgetAtFirstSignIn(db: Db, log: Log, dataDir: string, username: string): () => void {
  let isLooking = false;
  let isStopped = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const account = await queries.findAccount(db, username);
      if (account === null || (await queries.hasSignedIn(db, account.id))) {
        clearInterval(timer);
        forgetFirstSignIn(dataDir);
      }
    } catch (err) {
      if (!isStopped) log.warn({ err }, "whether the administrator has signed in is not known");
    }
    isLooking = false;
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

async function replacePassword(tx: Db, userId: string, dataDir: string, kept: FirstSignIn): Promise<FirstSignIn> {
  const { password, stored } = await issueTemporaryPassword();
  const replaced = { ...kept, password };
  keepFirstSignIn(dataDir, replaced);
  await queries.replacePassword(tx, userId, stored);
  return replaced;
}

function readFirstSignIn(dataDir: string): FirstSignIn | null {
  try {
    return firstSignIn.parse(JSON.parse(readFileSync(firstSignInPath(dataDir), "utf8")));
  } catch {
    // None, or none of ours: `npm run admin:reset-password` helps.
    return null;
  }
}

const forgetFirstSignIn = (dataDir: string): void => rmSync(firstSignInPath(dataDir), { force: true });
