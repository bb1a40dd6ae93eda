import { and, eq, gte, sql } from "drizzle-orm";
import type { SessionData } from "express-session";
import { authSessions, users } from "#shared/schema.ts";
import { accountColumns } from "../db/account-queries.ts";
import type { Db } from "../db/client.ts";
import type { CurrentUser } from "./access.ts";

interface StoredSession {
  data: SessionData;
  /** With current permissions; null where nobody is signed in, or the account was deleted or switched off. */
  account: CurrentUser | null;
}

export async function findSession(db: Db, sid: string): Promise<StoredSession | null> {
  const isSignedIn = eq(users.id, sql`(${authSessions.sess} -> 'passport' ->> 'user')::uuid`);
  const [found] = await db
    .select({ data: sql<SessionData>`${authSessions.sess}`, account: accountColumns })
    .from(authSessions)
    .leftJoin(users, and(isSignedIn, users.isActive))
    .where(and(eq(authSessions.sid, sid), gte(authSessions.expire, sql`to_timestamp(${Date.now() / 1000})`)));
  return found ?? null;
}
