import type { CurrentUser } from "#server/platform/http/access.ts";
import { forbiddenError } from "#server/platform/http/errors.ts";
import { hasPermission, isAdmin, type PermissionName } from "#shared/permissions.ts";

const administrative: readonly PermissionName[] = [
  "manage_users",
  "manage_roles",
  "manage_permissions",
  "manage_settings",
  "access_admin",
];

type Account = Pick<CurrentUser, "id" | "roles" | "permissions">;

/** Whoever changes an account or its password could use its rights, so the caller must have all of them. */
export const mayManage = (caller: Account, target: Account): boolean =>
  isAdmin(caller) ||
  (!isAdmin(target) &&
    administrative.every((permission) => hasPermission(caller, permission) || !hasPermission(target, permission)));

/** Callers give only permissions that they hold themselves. */
export const mayGive = (caller: Account, permissions: readonly string[]): boolean =>
  isAdmin(caller) || permissions.every((permission) => caller.permissions.includes(permission));

/** Only administrators give the role admin, whatever its permissions are. */
export const mayAssign = (caller: Account, role: { name: string; permissions: readonly string[] }): boolean =>
  isAdmin(caller) || (!isAdmin({ roles: [role.name], permissions: [] }) && mayGive(caller, role.permissions));

export function assertMayManage(caller: Account, target: Account): void {
  if (!mayManage(caller, target))
    throw forbiddenError(
      isAdmin(target)
        ? "Only an administrator can change an administrator's account."
        : "This account has administrative rights that you don't hold. Please ask an administrator.",
    );
}

export function assertMayAssign(caller: Account, role: { name: string; permissions: readonly string[] }): void {
  if (!mayAssign(caller, role))
    throw forbiddenError(`You can't give the role '${role.name}': it has rights that you don't hold.`);
}
