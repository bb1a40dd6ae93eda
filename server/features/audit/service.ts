import type { Request } from "express";
import type { AuditAction } from "../../../shared/api/audit.ts";
import type { ChatLook } from "../../../shared/api/my-data.ts";
import type { Db } from "../../db/client.ts";
import type { CurrentUser } from "../../http/access.ts";
import { insertEntry, pageOfLooks } from "./queries.ts";

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
    kind:
      | "access_token"
      | "engine"
      | "user"
      | "role"
      | "permission"
      | "agent"
      | "setting"
      | "promo_code"
      | "diary_question"
      | "chat";
    id: string;
    name: string | null;
  };
  /** Ids, names of fields, numbers: never a password, a code or what was said in a chat. */
  details?: Record<string, unknown>;
  /** Whose chats were looked at; they see it in their own data. */
  about?: readonly string[];
}

/** Adds an entry. Call it in the transaction of the change, so that there is never one without the other. */
export async function record(db: Db, { by, action, target, details = {}, about = [] }: AuditRecord): Promise<void> {
  await insertEntry(db, {
    actorId: by.user?.id ?? null,
    actorName: by.user === null ? null : nameOf(by.user),
    action,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    ip: by.ip,
    details,
    aboutUsers: about.length === 0 ? null : [...new Set(about)],
  });
}

const looks = new Map<string, ChatLook["kind"]>([
  ["chat.list", "list"],
  ["chat.search", "search"],
  ["chat.read", "chat"],
  ["agent.read_open_questions", "question"],
]);
const SHOWN_LOOKS = 100;

/** The latest looks of others at chats of this user, without who they were: their user names are for administrators. */
export async function listLooks(db: Db, userId: string): Promise<{ looks: ChatLookRow[]; total: number }> {
  const { rows, total } = await pageOfLooks(db, userId, [...looks.keys()], SHOWN_LOOKS);
  const shown = rows.flatMap(({ action, targetKind, targetName, details, ...row }) => {
    const kind = looks.get(action);
    const agentName = targetKind === "agent" ? targetName : details.agent;
    return kind === undefined ? [] : { ...row, kind, agentName: typeof agentName === "string" ? agentName : null };
  });
  return { looks: shown, total };
}

type ChatLookRow = Omit<ChatLook, "at"> & { at: Date };

/** The name of a user in the log. */
export const nameOf = (user: { username: string | null; email: string }): string => user.username ?? user.email;

export const userTarget = (user: { id: string; username: string | null; email: string }) =>
  ({ kind: "user", id: user.id, name: nameOf(user) }) as const;
