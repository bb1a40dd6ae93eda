import type { Request } from "express";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { AuditAction } from "#shared/api/audit.ts";
import type { ChatLook } from "#shared/api/my-data.ts";
import { insertEntry, isRecent, pageOfLooks } from "./queries.ts";

export interface Caller {
  user: CurrentUser;
  ip: string | null;
}

/** As it can be kept for a change that comes later. */
export interface Author {
  user: Pick<CurrentUser, "id" | "username" | "email">;
  ip: string | null;
}

export const callerOf = (user: CurrentUser, request: Request): Caller => ({ user, ip: addressOf(request) });

/** Behind a proxy that TRUST_PROXY names, the one that the proxy gives. */
export const addressOf = (request: Request): string | null => request.ip ?? null;

export interface AuditRecord {
  by: Author | { user: null; ip: string | null };
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
  /** They see it in their own data. */
  about?: readonly string[];
  /** One entry for all of it within some minutes. */
  isOften?: boolean;
}

/** In the transaction of the change, so that there is never one without the other. */
export async function record(db: Db, entry: AuditRecord): Promise<void> {
  const values = valuesOf(entry);
  if (entry.isOften === true && (await isRecent(db, values, MINUTES_OF_ONE_ENTRY))) return;
  await insertEntry(db, values);
}

const MINUTES_OF_ONE_ENTRY = 10;

function valuesOf({ by, action, target, details = {}, about = [] }: AuditRecord) {
  return {
    actorId: by.user?.id ?? null,
    actorName: by.user === null ? null : nameOf(by.user),
    action,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    ip: by.ip,
    details,
    aboutUsers: about.length === 0 ? null : [...new Set(about)],
  };
}

export interface AuditedPet {
  id: string;
  name: string;
  createdBy: string | null;
}

/** The owner sees it; what owners do is theirs alone. */
export async function recordOnPet(
  db: Db,
  pet: AuditedPet,
  entry: Pick<AuditRecord, "by" | "action" | "details" | "isOften">,
): Promise<void> {
  if (pet.createdBy === entry.by.user?.id) return;
  const target = { kind: "agent", id: pet.id, name: pet.name } as const;
  await record(db, { ...entry, target, about: pet.createdBy === null ? [] : [pet.createdBy] });
}

const looks = new Map<string, ChatLook["kind"]>([
  ["chat.list", "list"],
  ["chat.search", "search"],
  ["chat.read", "chat"],
  ["agent.read_open_questions", "question"],
  ["agent.read", "pet"],
  ["agent.update", "pet_changed"],
  ["agent.set_in_memory", "pet_changed"],
  ["agent.delete", "pet_deleted"],
  ["agent.export_card", "pet_exported"],
  ["document.create", "document_added"],
  ["document.delete", "document_deleted"],
  ["photo.create", "photo_added"],
  ["photo.update", "photo_changed"],
  ["photo.delete", "photo_deleted"],
  ["diary.read", "diary"],
  ["diary.update", "diary_changed"],
  ["diary.delete", "diary_deleted"],
]);
const SHOWN_LOOKS = 100;

/** Without names, which are for administrators. */
export async function listLooks(db: Db, userId: string): Promise<{ looks: ChatLookRow[]; total: number }> {
  const { rows, total } = await pageOfLooks(db, userId, [...looks.keys()], SHOWN_LOOKS);
  const shown = rows.flatMap(({ action, targetKind, targetName, details, ...row }) => {
    const kind = looks.get(action);
    const agentName = targetKind === "agent" ? targetName : details.agent;
    if (kind === undefined) return [];
    return { ...row, kind, agentName: typeof agentName === "string" ? agentName : null, fields: fieldsIn(details) };
  });
  return { looks: shown, total };
}

function fieldsIn({ fields }: Record<string, unknown>): string[] {
  return Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : [];
}

type ChatLookRow = Omit<ChatLook, "at"> & { at: Date };

export const nameOf = (user: { username: string | null; email: string }): string => user.username ?? user.email;

export const userTarget = (user: { id: string; username: string | null; email: string }) =>
  ({ kind: "user", id: user.id, name: nameOf(user) }) as const;
