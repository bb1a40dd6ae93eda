import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { cursor, id, moment, optionalText, pageLimit, timestamp } from "./common.ts";

export const AUDIT_DAYS = 365;

/** `<kind>.<action>`. */
export const auditActions = [
  "auth.sign_in",
  "auth.sign_in_failed",
  "auth.sign_out",
  "auth.wrong_password",
  "auth.wrong_token",
  "auth.password_change",
  "auth.reset_mail",
  "auth.reset_password",
  "auth.register",
  "access_token.create",
  "access_token.revoke",
  "account.export",
  "account.delete",
  "user.create",
  "user.update",
  "user.activate",
  "user.deactivate",
  "user.reset_password",
  "user.revoke_tokens",
  "user.assign_role",
  "user.remove_role",
  "role.create",
  "role.add_permission",
  "role.remove_permission",
  "role.update_limits",
  "permission.create",
  "access.grant",
  "access.revoke",
  "family.invite",
  "family.revoke_link",
  "family.join",
  "family.change_right",
  "family.leave",
  "family.change_approval",
  "memorial.open",
  "memorial.close",
  "setting.update",
  "engine.test",
  "engine.list_models",
  "engine.find_servers",
  "engine.use_local_model",
  "engine.cancel_local_model",
  "promo_code.create",
  "promo_code.update",
  "promo_code.delete",
  "diary_question.create",
  "diary_question.update",
  "diary_question.reorder",
  "agent.list",
  "agent.read",
  "agent.update",
  "agent.set_in_memory",
  "agent.delete",
  "agent.import",
  "agent.export_card",
  "agent.read_open_questions",
  "document.create",
  "document.delete",
  "photo.create",
  "photo.update",
  "photo.delete",
  "diary.read",
  "diary.update",
  "diary.delete",
  "open_question.update",
  "chat.list",
  "chat.search",
  "chat.read",
  "chat.delete",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntry = z.object({
  id: z.number().int(),
  at: timestamp,
  /** Null for a visitor who is not signed in. */
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  action: z.string().meta({ examples: ["user.create"] }),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  ip: z
    .string()
    .nullable()
    .meta({ examples: ["203.0.113.7"] }),
  /** Such as the names of changed fields; never a password, code or text of a chat. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filters = {
  action: z.enum(auditActions).optional(),
  actorId: id.optional(),
  targetId: id.optional(),
  /** Searches the names of who did it and to whom, and the address. */
  q: optionalText("Search", limits.searchQuery)
    .meta({ examples: ["robin"] })
    .optional(),
  from: moment().optional(),
  /** Not included. */
  to: moment().optional(),
};

export const listAuditLog = route({
  method: "GET",
  path: "/api/admin/audit-log",
  summary: "What was done, newest first",
  query: z.object({ ...filters, cursor: cursor.optional(), limit: pageLimit.default(50) }),
  response: z.object({
    entries: z.array(auditEntry),
    total: z.number().int(),
    /** False where a search finds more than `total`. */
    isTotalExact: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
});

export const downloadAuditLog = route({
  method: "GET",
  path: "/api/admin/audit-log.csv",
  summary: "The same as a table, up to 100,000 entries",
  query: z.object(filters),
  media: "text/csv; charset=utf-8",
});
