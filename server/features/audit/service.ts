import type { Request } from "express";
import type { AuditAction } from "../../../shared/api/audit.ts";
import type { Db } from "../../db/client.ts";
import type { CurrentUser } from "../../http/access.ts";
import { insertEntry } from "./queries.ts";

/** The signed-in user who makes a call, and the address it comes from. */
export interface Caller {
  user: CurrentUser;
  ip: string | null;
}

export const callerOf = (user: CurrentUser, request: Request): Caller => ({ user, ip: addressOf(request) });

/** The caller's address; behind a proxy that TRUST_PROXY names, the one that the proxy gives. */
export const addressOf = (request: Request): string | null => request.ip ?? null;

export interface AuditRecord {
  /** `user` is null for a visitor. */
  by: { user: Pick<CurrentUser, "id" | "username" | "email"> | null; ip: string | null };
  action: AuditAction;
  target?: {
    kind: "engine" | "user" | "role" | "permission" | "agent" | "setting" | "promo_code" | "diary_question" | "chat";
    id: string;
    name: string | null;
  };
  /** Ids, names of fields, numbers: never a password, a code or what was said in a chat. */
  details?: Record<string, unknown>;
}

/** Adds an entry. Call it in the transaction of the change, so that there is never one without the other. */
export async function record(db: Db, { by, action, target, details = {} }: AuditRecord): Promise<void> {
  await insertEntry(db, {
    actorId: by.user?.id ?? null,
    actorName: by.user === null ? null : nameOf(by.user),
    action,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    ip: by.ip,
    details,
  });
}

/** The name of a user in the log. */
export const nameOf = (user: { username: string | null; email: string }): string => user.username ?? user.email;

export const userTarget = (user: { id: string; username: string | null; email: string }) =>
  ({ kind: "user", id: user.id, name: nameOf(user) }) as const;
