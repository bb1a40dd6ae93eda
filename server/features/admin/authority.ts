import { hasPermission, isAdmin, type PermissionName } from "../../../shared/permissions.ts";
import type { CurrentUser } from "../../http/access.ts";
import { forbidden } from "../../http/errors.ts";

/** What makes an account worth taking over. */
const administrative: readonly PermissionName[] = [
  "manage_users",
  "manage_roles",
  "manage_permissions",
  "manage_settings",
  "access_admin",
];

type Account = Pick<CurrentUser, "id" | "roles" | "permissions">;

/**
 * Whether the caller may change this account, reset its password or give it roles. Whoever could do that to an account
 * with more administrative rights could make them their own.
 */
export const mayManage = (caller: Account, target: Account): boolean =>
  isAdmin(caller) ||
  (!isAdmin(target) &&
    administrative.every((permission) => hasPermission(caller, permission) || !hasPermission(target, permission)));

/** One hands out only what one holds; an administrator holds everything. */
export const mayGive = (caller: Account, permissions: readonly string[]): boolean =>
  isAdmin(caller) || permissions.every((permission) => caller.permissions.includes(permission));

/** The role admin is more than its permissions: only administrators hand it out. */
export const mayAssign = (caller: Account, role: { name: string; permissions: readonly string[] }): boolean =>
  isAdmin(caller) || (!isAdmin({ roles: [role.name], permissions: [] }) && mayGive(caller, role.permissions));

/** @throws 403 */
export function assertMayManage(caller: Account, target: Account): void {
  if (!mayManage(caller, target))
    throw forbidden(
      isAdmin(target)
        ? "Only an administrator can change an administrator's account."
        : "This account has administrative rights that you don't hold. Please ask an administrator.",
    );
}

/** @throws 403 */
export function assertMayAssign(caller: Account, role: { name: string; permissions: readonly string[] }): void {
  if (!mayAssign(caller, role))
    throw forbidden(`You can't give the role '${role.name}': it has rights that you don't hold.`);
}
