import { and, eq, gte, sql } from "drizzle-orm";
import type { SessionData } from "express-session";
import { authSessions, users } from "#shared/schema.ts";
import { accountColumns } from "../db/account-queries.ts";
import { builtOnce, UNNAMED } from "../db/built-once.ts";
import type { Db } from "../db/client.ts";
import type { CurrentUser } from "./access.ts";

export interface StoredSession {
  data: SessionData;
  /** With the current roles and permissions; null where nobody is signed in, or the account was deleted or switched off. */
  account: CurrentUser | null;
}

/** What is read of a session and of who is signed in. */
export const sessionColumns = { data: sql<SessionData>`${authSessions.sess}`, account: accountColumns };

const isSignedIn = eq(users.id, sql`(${authSessions.sess} -> 'passport' ->> 'user')::uuid`);
/** The condition by which `users` are joined to a session: who is signed in, if the account is not switched off. */
export const hasAccount = and(isSignedIn, users.isActive);

/** The condition for the session `sid`, if it has not ended; `sidNow` gives the two their values. */
export const isLive = and(
  eq(authSessions.sid, sql.placeholder("sid")),
  gte(authSessions.expire, sql`to_timestamp(${sql.placeholder("now")})`),
);
export const sidNow = (sid: string) => ({ sid, now: Date.now() / 1000 });

const liveSession = builtOnce((db) =>
  db.select(sessionColumns).from(authSessions).leftJoin(users, hasAccount).where(isLive).prepare(UNNAMED),
);

/** A session that has not ended, with the account that is signed in, in one statement. */
export async function findSession(db: Db, sid: string): Promise<StoredSession | null> {
  const [found] = await liveSession(db).execute(sidNow(sid));
  return found ?? null;
}
