import { z } from "zod";
import { limits } from "../limits.ts";
import { permissionActions, permissionCategories } from "../permissions.ts";
import { route } from "../route.ts";
import { email, phone, user, username } from "./auth.ts";
import { cursor, done, id, optionalText, pageLimit, requiredText, timestamp } from "./common.ts";

/** Every list takes these. Without `limit` it is whole; `total` counts all that `q` finds, `nextCursor` is null at the end. */
const listQuery = {
  q: optionalText("Search", limits.searchQuery).optional(),
  cursor: cursor.optional(),
  limit: pageLimit.optional(),
};
const listed = { total: z.number().int(), nextCursor: z.string().nullable() };

// Roles and permissions

export const role = z.object({ id, name: z.string(), description: z.string().nullable(), createdAt: timestamp });
export type Role = z.output<typeof role>;

export const permission = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  category: z.string(),
  resource: z.string(),
  action: z.string(),
  createdAt: timestamp,
});
export type Permission = z.output<typeof permission>;

export const listRoles = route({
  method: "GET",
  path: "/api/admin/roles",
  summary: "All roles by name",
  response: z.object({
    roles: z.array(role.extend({ userCount: z.number().int(), permissionCount: z.number().int() })),
  }),
});

export const createRole = route({
  method: "POST",
  path: "/api/admin/roles",
  summary: "Create a role, which holds no permission yet",
  body: z.object({
    name: requiredText("Role name", limits.roleName),
    description: optionalText("Description", limits.description).nullish(),
  }),
  response: z.object({ role }),
});

/** `canAssign` is false for what the caller may not hand out: one gives only what one holds. */
export const listRolePermissions = route({
  method: "GET",
  path: "/api/admin/roles/:roleId/permissions",
  summary: "What a role holds, and all permissions that there are",
  params: z.object({ roleId: id }),
  response: z.object({
    permissions: z.array(permission),
    available: z.array(permission.extend({ isHeld: z.boolean(), canAssign: z.boolean() })),
  }),
});

export const addRolePermission = route({
  method: "POST",
  path: "/api/admin/roles/:roleId/permissions",
  summary: "Give a role a permission that the caller holds",
  params: z.object({ roleId: id }),
  body: z.object({ permissionId: id }),
  response: done,
});

export const removeRolePermission = route({
  method: "DELETE",
  path: "/api/admin/roles/:roleId/permissions/:permissionId",
  summary: "Take a permission from a role; the role admin keeps all of them",
  params: z.object({ roleId: id, permissionId: id }),
  response: done,
});

export const listPermissions = route({
  method: "GET",
  path: "/api/admin/permissions",
  summary: "All permissions by name",
  response: z.object({ permissions: z.array(permission) }),
});

export const createPermission = route({
  method: "POST",
  path: "/api/admin/permissions",
  summary: "Create a permission, which the role admin holds from then on",
  body: z.object({
    name: requiredText("Permission name", limits.roleName),
    description: optionalText("Description", limits.description).nullish(),
    category: z.enum(permissionCategories, "Category must be feature, tab or system").default("feature"),
    resource: requiredText("Resource", limits.roleName),
    action: z.enum([...permissionActions, ""], "Action must be read, write, delete or access").default(""),
  }),
  response: z.object({ permission }),
});

// Users

export const adminUser = user.omit({ permissions: true }).extend({
  updatedAt: timestamp,
  /** False where the account has administrative rights that the caller lacks: then only an administrator changes it. */
  canManage: z.boolean(),
});
export type AdminUser = z.output<typeof adminUser>;

export const userSorts = ["name", "-name", "email", "-email", "username", "-username", "created", "-created"] as const;

export const listUsers = route({
  method: "GET",
  path: "/api/admin/users",
  summary: "Users; q searches names, user names and email addresses",
  query: z.object({ ...listQuery, sort: z.enum(userSorts).default("name") }),
  response: z.object({ users: z.array(adminUser), ...listed }),
});

/** A temporary password is told here only, and must be changed at the first sign-in. */
const withPassword = z.object({ user: adminUser, username: z.string().nullable(), defaultPassword: z.string() });

const personFields = {
  email,
  firstName: requiredText("First name", limits.personName),
  lastName: requiredText("Last name", limits.personName),
  phone: z.union([z.literal(""), phone]),
  address: optionalText("Address", limits.address),
};

/** Without `username` one is made from the email; without `roleIds` the user has no role. */
export const createUser = route({
  method: "POST",
  path: "/api/admin/users",
  summary: "Create a user with a temporary password",
  body: z.object({
    ...personFields,
    phone: personFields.phone.optional(),
    address: personFields.address.optional(),
    username: z.union([z.literal(""), username]).optional(),
    roleIds: z.array(id).max(50).default([]),
  }),
  response: withPassword,
});

/** What is left out stays; an emptied phone or address is removed. An empty username is taken only where there is none. */
export const userChanges = z
  .object({ ...personFields, username: z.union([z.literal(""), username]), isActive: z.boolean() })
  .partial();
export type UserChanges = z.output<typeof userChanges>;

const userId = z.object({ userId: id });

export const updateUser = route({
  method: "PATCH",
  path: "/api/admin/users/:userId",
  summary: "Change a user's data, or switch the account off or on",
  params: userId,
  body: userChanges,
  response: z.object({ user: adminUser }),
});

export const resetPassword = route({
  method: "POST",
  path: "/api/admin/users/:userId/reset-password",
  summary: "Give a user a new temporary password; ends their sessions",
  params: userId,
  response: withPassword,
});

export const listUserRoles = route({
  method: "GET",
  path: "/api/admin/users/:userId/roles",
  summary: "All roles: which the user holds, and which the caller may assign",
  params: userId,
  response: z.object({ roles: z.array(role.extend({ isHeld: z.boolean(), canAssign: z.boolean() })) }),
});

export const assignRole = route({
  method: "POST",
  path: "/api/admin/users/:userId/roles",
  summary: "Give a user a role, whose every permission the caller must hold",
  params: userId,
  body: z.object({ roleId: id }),
  response: done,
});

export const removeRole = route({
  method: "DELETE",
  path: "/api/admin/users/:userId/roles/:roleId",
  summary: "Take a role from a user",
  params: z.object({ userId: id, roleId: id }),
  response: done,
});

// Who may use which pet

export const adminAgent = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  language: z.string(),
  /** Null for a caller who may not learn of users, and for a pet without an owner. */
  ownerName: z.string().nullable(),
  createdAt: timestamp,
});
export type AdminAgent = z.output<typeof adminAgent>;

/** A caller with manage_agents alone gets their own pets (D12). */
export const listAdminAgents = route({
  method: "GET",
  path: "/api/admin/agents",
  summary: "Pets by name; q searches their names",
  query: z.object(listQuery),
  response: z.object({ agents: z.array(adminAgent), ...listed }),
});

export const accessEntry = z.object({
  id,
  userId: id,
  agentId: id,
  /** Empty, as is the email, for a caller who may not learn of users (D12). */
  userName: z.string(),
  userEmail: z.string(),
  agentName: z.string(),
  createdAt: timestamp,
});
export type AccessEntry = z.output<typeof accessEntry>;

export const listAgentAccess = route({
  method: "GET",
  path: "/api/admin/user-agent-access",
  summary: "Who was granted which pet, newest first; q searches users and pets",
  query: z.object(listQuery),
  response: z.object({ userAgentAccess: z.array(accessEntry), ...listed }),
});

/** For the picker of the grant form, which a role manager uses without seeing the list of users. */
export const searchGrantees = route({
  method: "GET",
  path: "/api/admin/user-agent-access/users",
  summary: "Active users by name, to whom a pet can be granted; q searches names, user names and email addresses",
  query: z.object({ ...listQuery, limit: pageLimit.default(20) }),
  response: z.object({ users: z.array(z.object({ id, name: z.string(), email: z.string() })), ...listed }),
});

const grant = z.object({
  userId: z.uuid("Please select both user and agent"),
  agentId: z.uuid("Please select both user and agent"),
});

export const grantAgentAccess = route({
  method: "POST",
  path: "/api/admin/user-agent-access",
  summary: "Let a user use a pet",
  body: grant,
  response: z.object({ access: accessEntry }),
});

export const revokeAgentAccess = route({
  method: "DELETE",
  path: "/api/admin/user-agent-access",
  summary: "Take that back, at once",
  body: grant,
  response: done,
});
