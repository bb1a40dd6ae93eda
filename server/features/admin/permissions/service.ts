import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { createPermission as createContract } from "#shared/api/admin/permissions.ts";
import type { BodyOf } from "#shared/route.ts";
import { nameTaken } from "../name-taken.ts";
import * as queries from "./queries.ts";

/** Also gives the new permission to the role admin, which holds every permission. */
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
