import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { conflict, forbiddenError, notFound } from "#server/platform/http/errors.ts";
import { ADMIN_ROLE } from "#shared/permissions.ts";
import { mayGive } from "../authority.ts";
import { findPermission, listPermissions } from "../permissions/queries.ts";
import { nameTaken } from "../permissions/service.ts";
import * as queries from "./queries.ts";

export async function listRolePermissions(db: Db, caller: CurrentUser, roleId: string) {
  const role = await queries.findRole(db, roleId);
  if (role === null) throw notFound("Role");
  const all = await listPermissions(db);
  const isHeld = (permission: { name: string }) => role.permissions.includes(permission.name);
  return {
    permissions: all.filter(isHeld),
    available: all.map((permission) => ({
      ...permission,
      isHeld: isHeld(permission),
      canAssign: mayGive(caller, [permission.name]),
    })),
  };
}

export function createRole(db: Db, by: Caller, fields: { name: string; description?: string | null | undefined }) {
  return db.transaction(async (tx) => {
    const role = await queries.insertRole(tx, { name: fields.name, description: fields.description || null });
    if (role === null) throw nameTaken("role", fields.name);
    await record(tx, { by, action: "role.create", target: targetOf(role) });
    return { role };
  });
}

/** Throws HttpError 403 for a permission that the caller does not hold. */
export async function addPermission(db: Db, by: Caller, roleId: string, permissionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { role, permission } = await requireBoth(tx, roleId, permissionId);
    if (!mayGive(by.user, [permission.name]))
      throw forbiddenError(`You can't give the permission '${permission.name}': you don't hold it yourself.`);
    if (!(await queries.insertRolePermission(tx, roleId, permissionId)))
      throw conflict(`The role '${role.name}' has the permission '${permission.name}' already.`);
    await record(tx, {
      by,
      action: "role.add_permission",
      target: targetOf(role),
      details: { permission: permission.name },
    });
  });
}

/** Throws HttpError 409 for the role admin: nobody could give it back. */
export async function removePermission(db: Db, by: Caller, roleId: string, permissionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { role, permission } = await requireBoth(tx, roleId, permissionId);
    if (role.name === ADMIN_ROLE) throw conflict(`The role '${ADMIN_ROLE}' keeps every permission.`);
    if (!(await queries.deleteRolePermission(tx, roleId, permissionId))) throw notFound("Permission");
    await record(tx, {
      by,
      action: "role.remove_permission",
      target: targetOf(role),
      details: { permission: permission.name },
    });
  });
}

async function requireBoth(tx: Db, roleId: string, permissionId: string) {
  const role = await queries.findRole(tx, roleId);
  if (role === null) throw notFound("Role");
  const permission = await findPermission(tx, permissionId);
  if (permission === null) throw notFound("Permission");
  return { role, permission };
}

const targetOf = ({ id, name }: { id: string; name: string }) => ({ kind: "role", id, name }) as const;
