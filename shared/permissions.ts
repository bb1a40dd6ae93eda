/** The names that the product itself checks for (specification, section 6). */

export const permissionNames = [
  "manage_agents",
  "Add and update agents",
  "manage_diary",
  "manage_users",
  "manage_roles",
  "manage_permissions",
  "manage_settings",
  "access_admin",
] as const;

export type PermissionName = (typeof permissionNames)[number];

export const ADMIN_ROLE = "admin";
/** The role that registration gives. */
export const OWNER_ROLE = "owner";

export const permissionCategories = ["feature", "tab", "system"] as const;
export const permissionActions = ["read", "write", "delete", "access"] as const;

export interface Holder {
  roles: readonly string[];
  permissions: readonly string[];
}

/** By the exact name: a role called 'Administrators' has no special meaning. */
export const isAdmin = (holder: Holder): boolean => holder.roles.includes(ADMIN_ROLE);

export const hasPermission = (holder: Holder, permission: PermissionName): boolean =>
  holder.permissions.includes(permission);

/** Name, avatar, language and voice. */
export const mayEditAgents = (holder: Holder): boolean =>
  hasPermission(holder, "manage_agents") || hasPermission(holder, "Add and update agents");
