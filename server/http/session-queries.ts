import { and, eq, gte, sql } from "drizzle-orm";
import type { SessionData } from "express-session";
import { authSessions, users } from "../../shared/schema.ts";
import { accountColumns } from "../db/account-queries.ts";
import { builtOnce, UNNAMED } from "../db/built-once.ts";
import type { Db } from "../db/client.ts";
import type { CurrentUser } from "./access.ts";

export interface StoredSession {
  data: SessionData;
  /** With the current roles and permissions; null where nobody is signed in, or the account was deleted or switched off. */
  account: CurrentUser | null;
}

/** Asked for each request. */
const liveSession = builtOnce((db) => {
  const isSignedIn = eq(users.id, sql`(${authSessions.sess} -> 'passport' ->> 'user')::uuid`);
  const now = sql`to_timestamp(${sql.placeholder("now")})`;
  return db
    .select({ data: sql<SessionData>`${authSessions.sess}`, account: accountColumns })
    .from(authSessions)
    .leftJoin(users, and(isSignedIn, users.isActive))
    .where(and(eq(authSessions.sid, sql.placeholder("sid")), gte(authSessions.expire, now)))
    .prepare(UNNAMED);
});

/** A session that has not ended, with the account that is signed in, in one statement. */
export async function findSession(db: Db, sid: string): Promise<StoredSession | null> {
  const [found] = await liveSession(db).execute({ sid, now: Date.now() / 1000 });
  return found ?? null;
}
