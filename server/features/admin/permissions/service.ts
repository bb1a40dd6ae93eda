import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { HttpError } from "#server/platform/http/errors.ts";
import type { createPermission as createContract } from "#shared/api/admin/permissions.ts";
import type { BodyOf } from "#shared/route.ts";
import * as queries from "./queries.ts";

/** The role admin holds every permission, the new one too. */
export function createPermission(db: Db, by: Caller, fields: BodyOf<typeof createContract>) {
  return db.transaction(async (tx) => {
    const permission = await queries.insertPermission(tx, { ...fields, description: fields.description || null });
    if (permission === null) throw nameTaken("permission", fields.name);
    await queries.giveToAdministrators(tx, permission.id);
    await record(tx, {
      by,
      action: "permission.create",
      target: { kind: "permission", id: permission.id, name: permission.name },
    });
    return { permission };
  });
}

export function nameTaken(kind: "role" | "permission", name: string): HttpError {
  const message = `There is a ${kind} named '${name}' already. Please choose another name.`;
  return new HttpError(409, "conflict", message, { fields: { name: message } });
}
