import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import connectPgSimple from "connect-pg-simple";
import type { Request, RequestHandler } from "express";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { z } from "zod";
import type { Db } from "../db/client.ts";
import { type InstanceRegistry, notify } from "../db/instance-registry.ts";
import type { Log } from "../observe/log.ts";
import type { CurrentUser } from "./access.ts";
import { findSession } from "./session-queries.ts";

export const SESSION_COOKIE = "pettalk.sid";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Without use, and in all. */
const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Seven days need no write for each request. */
const TOUCH_EVERY_MS = 10 * 60 * 1000;
const TOUCHES_REMEMBERED = 10_000;

export interface SessionOptions {
  db: Db;
  pool: Pool;
  log: Log;
  secret: string;
}

/** Null where the session has ended. For what outlives its request. */
export async function accountOfSession(db: Db, sid: string): Promise<CurrentUser | null> {
  const found = await findSession(db, sid);
  return found === null || isTooOld(found.data) ? null : found.account;
}

const endedSessions = z.union([z.object({ sid: z.string() }), z.object({ userId: z.uuid() })]);
export type EndedSessions = z.infer<typeof endedSessions>;

/** Reaches every instance once the transaction of `db` is committed. */
export const announceEnd = (db: Db, ended: EndedSessions): Promise<void> => notify(db, "pettalk_sessions", ended);

/** `onMissed`: ends may have been missed. */
export const onSessionsEnded = (
  instances: InstanceRegistry,
  { onEnd, onMissed }: { onEnd(ended: EndedSessions): void; onMissed(): void },
): Promise<() => void> =>
  instances.subscribe("pettalk_sessions", {
    onMessage: (message) => onEnd(endedSessions.parse(JSON.parse(message))),
    onReconnect: onMissed,
  });

export function endSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.destroy((error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** A visitor gets a row only once something is kept in the session. */
export function sessions(options: SessionOptions): RequestHandler[] {
  const readSession = session({
    store: createStore(options),
    name: SESSION_COOKIE,
    secret: options.secret,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: "lax", secure: "auto", maxAge: IDLE_MS, path: "/" },
  });
  return [readSession, endOldSession];
}

export const sessionSecretPath = (dataDir: string): string => join(dataDir, "session-secret");

/** Made at the first start, readable by its owner only. */
export function sessionSecret(given: string | undefined, dataDir: string): string {
  if (given !== undefined) return given;
  const path = sessionSecretPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}

function createStore({ db, pool, log }: SessionOptions) {
  const PgStore = connectPgSimple(session);
  const touched = new Map<string, number>();
  const stored = new WeakSet<object>();
  class QuietStore extends PgStore {
    override createSession(request: Request, data: SessionData) {
      const read = super.createSession(request, data);
      stored.add(read);
      return read;
    }

    /** Every instance closes what is open by the session. */
    override destroy(sid: string, callback?: (error?: unknown) => void): void {
      super.destroy(sid, (error?: unknown) => {
        if (error) callback?.(error);
        else announceEnd(db, { sid }).then(() => callback?.(), callback);
      });
    }

    /** Updates only: a request that began before a sign-out must not bring the session back to life. */
    override set(sid: string, data: SessionData, callback?: (error?: unknown) => void): void {
      if (stored.has(data)) {
        update(sid, data).then(() => callback?.(), callback);
        return;
      }
      super.set(sid, data, (error?: unknown) => {
        if (!error) stored.add(data);
        callback?.(error);
      });
    }

    override touch(sid: string, data: SessionData, callback?: () => void): void {
      const now = Date.now();
      if (now - (touched.get(sid) ?? 0) < TOUCH_EVERY_MS) {
        callback?.();
        return;
      }
      if (touched.size >= TOUCHES_REMEMBERED) touched.clear();
      touched.set(sid, now);
      super.touch(sid, data, callback);
    }
  }
  async function update(sid: string, data: SessionData): Promise<void> {
    const end = data.cookie.expires ?? new Date(Date.now() + IDLE_MS);
    await pool.query("update auth_sessions set sess = $2, expire = to_timestamp($3) where sid = $1", [
      sid,
      JSON.stringify(data),
      Math.ceil(new Date(end).getTime() / 1000),
    ]);
  }
  return new QuietStore({
    pool,
    tableName: "auth_sessions",
    errorLog: (...details: unknown[]) => log.error({ details: details.map(String) }, "session store"),
  });
}

const endOldSession: RequestHandler = (request, _response, next) => {
  if (!isTooOld(request.session)) return next();
  request.session.regenerate(next);
};

const isTooOld = ({ startedAt }: Pick<SessionData, "startedAt">): boolean =>
  startedAt !== undefined && Date.now() - startedAt >= ABSOLUTE_MS;
