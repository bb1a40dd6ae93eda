import { DEFAULT_SPEAKER_LINK, SPEAKER_LINK_KEY } from "#shared/api/settings.ts";
import { ADMIN_ROLE, OWNER_ROLE, type PermissionName, permissionNames } from "#shared/permissions.ts";
import type { permissions, settings } from "#shared/schema.ts";

export const roleSeeds: readonly { name: string; description: string; permissions: readonly PermissionName[] }[] = [
  { name: ADMIN_ROLE, description: "Everything", permissions: permissionNames },
  {
    name: OWNER_ROLE,
    description: "Makes a pet and keeps its diary and documents",
    permissions: ["manage_agents", "Add and update agents", "manage_diary"],
  },
  {
    name: "helper",
    description: "Makes a pet and keeps its diary",
    permissions: ["Add and update agents", "manage_diary"],
  },
  { name: "viewer", description: "Talks with the pets that were shared", permissions: [] },
];

type PermissionSeed = typeof permissions.$inferInsert & { name: PermissionName };

export const permissionSeeds: readonly PermissionSeed[] = [
  {
    name: "manage_agents",
    description: "Change pets with their instructions and documents",
    category: "feature",
    resource: "agents",
    action: "write",
  },
  {
    name: "Add and update agents",
    description: "Make and change pets, without instructions and documents",
    category: "feature",
    resource: "agents",
    action: "write",
  },
  {
    name: "manage_diary",
    description: "See and fill in the diary",
    category: "feature",
    resource: "diary",
    action: "write",
  },
  { name: "manage_users", description: "Manage users", category: "tab", resource: "users", action: "write" },
  {
    name: "manage_roles",
    description: "Manage roles and who may use which pet",
    category: "tab",
    resource: "roles",
    action: "write",
  },
  {
    name: "manage_permissions",
    description: "Manage permissions",
    category: "tab",
    resource: "permissions",
    action: "write",
  },
  {
    name: "manage_settings",
    description: "Manage application settings",
    category: "tab",
    resource: "settings",
    action: "write",
  },
  {
    name: "access_admin",
    description: "Open the administration area",
    category: "system",
    resource: "admin",
    action: "access",
  },
];

export const SPEAKER_LINK: typeof settings.$inferInsert = {
  key: SPEAKER_LINK_KEY,
  value: DEFAULT_SPEAKER_LINK,
  description: "Where the speaker page's button leads",
};
