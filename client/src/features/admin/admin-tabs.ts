import type { User } from "../../../../shared/api/auth.ts";
import { hasPermission, isAdmin } from "../../../../shared/permissions.ts";

/** The tabs in their order, who may open them, and how the notice for all others names what they hold. */
export const adminTabs = [
  { value: "users", label: "Users", manages: "users", mayOpen: (user: User) => hasPermission(user, "manage_users") },
  { value: "roles", label: "Roles", manages: "roles", mayOpen: (user: User) => hasPermission(user, "manage_roles") },
  {
    value: "permissions",
    label: "Permissions",
    manages: "permissions",
    mayOpen: (user: User) => hasPermission(user, "manage_permissions"),
  },
  {
    value: "agent-access",
    label: "Agent Access",
    manages: "user-agent access",
    mayOpen: (user: User) => hasPermission(user, "manage_roles") || hasPermission(user, "manage_users"),
  },
  {
    value: "chat-sessions",
    label: "Chat Sessions",
    manages: "chat sessions",
    mayOpen: (user: User) => isAdmin(user) || hasPermission(user, "manage_users"),
  },
  {
    value: "settings",
    label: "Settings",
    manages: "settings",
    mayOpen: (user: User) => hasPermission(user, "manage_settings") || hasPermission(user, "manage_users"),
  },
] as const;

export type AdminTab = (typeof adminTabs)[number]["value"];

export function tabOf(search: string): AdminTab {
  const wanted = new URLSearchParams(search).get("tab");
  return adminTabs.find((tab) => tab.value === wanted)?.value ?? "users";
}
