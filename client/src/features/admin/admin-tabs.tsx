import type { ComponentType } from "react";
import type { User } from "#shared/api/auth.ts";
import { hasPermission, isAdmin, type PermissionName } from "#shared/permissions.ts";
import { lazyOf } from "@/lib/part.ts";

interface AdminTab {
  /** Its name in the address: /admin?tab=... */
  id: string;
  label: string;
  mayOpen: (user: User) => boolean;
  /** Shown in place of the tab to users without its permission. */
  notice: string;
  Panel: ComponentType;
}

const holdsAny =
  (...permissions: readonly PermissionName[]) =>
  (user: User): boolean =>
    permissions.some((permission) => hasPermission(user, permission));

/** The tabs of the administration, in the order of the screen. The first is the default. */
export const adminTabs: readonly [AdminTab, ...AdminTab[]] = [
  {
    id: "users",
    label: "Users",
    mayOpen: holdsAny("manage_users"),
    notice: "You don't have permission to manage users",
    Panel: lazyOf(() => import("./users/users-tab.tsx").then((m) => m.UsersTab)),
  },
  {
    id: "roles",
    label: "Roles",
    mayOpen: holdsAny("manage_roles"),
    notice: "You don't have permission to manage roles",
    Panel: lazyOf(() => import("./roles/roles-tab.tsx").then((m) => m.RolesTab)),
  },
  {
    id: "permissions",
    label: "Permissions",
    mayOpen: holdsAny("manage_permissions"),
    notice: "You don't have permission to manage permissions",
    Panel: lazyOf(() => import("./permissions/permissions-tab.tsx").then((m) => m.PermissionsTab)),
  },
  {
    id: "agent-access",
    label: "Agent Access",
    mayOpen: holdsAny("manage_roles", "manage_users"),
    notice: "You don't have permission to manage user-agent access",
    Panel: lazyOf(() => import("./agent-access/agent-access-tab.tsx").then((m) => m.AgentAccessTab)),
  },
  {
    id: "chat-sessions",
    label: "Chat Sessions",
    mayOpen: (user) => isAdmin(user) || hasPermission(user, "manage_users"),
    notice: "You don't have permission to manage chat sessions",
    Panel: lazyOf(() => import("./chat-sessions/chat-sessions-tab.tsx").then((m) => m.ChatSessionsTab)),
  },
  {
    id: "settings",
    label: "Settings",
    mayOpen: holdsAny("manage_settings", "manage_users"),
    notice: "You don't have permission to manage settings",
    Panel: lazyOf(() => import("./settings/settings-tab.tsx").then((m) => m.SettingsTab)),
  },
];

/** The role admin, the permission access_admin (D27), or that of a tab (D45). */
export const mayEnter = (user: User): boolean => seesAll(user) || adminTabs.some((tab) => tab.mayOpen(user));

const seesAll = (user: User): boolean => isAdmin(user) || hasPermission(user, "access_admin");

/** The tab that the query of the address names, else the default; for whoever is here for one tab, that one. */
export function tabOf(search: string, user: User): AdminTab {
  const id = new URLSearchParams(search).get("tab");
  const named = adminTabs.find((tab) => tab.id === id);
  const own = seesAll(user) ? undefined : adminTabs.find((tab) => tab.mayOpen(user));
  return named ?? own ?? adminTabs[0];
}
