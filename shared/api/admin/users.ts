import { z } from "zod";
import { pageInfo, pageQuery } from "#shared/api/common.ts";
import { limits } from "#shared/limits.ts";
import { route } from "#shared/route.ts";
import { email, firstName, lastName, phone, user, username } from "../auth.ts";
import { doneResponse, editedFrom, id, optionalText, timestamp } from "../common.ts";
import { role } from "./roles.ts";

export const adminUser = user.omit({ permissions: true }).extend({
  updatedAt: timestamp,
  /** False where the account has administrative rights that the caller lacks. */
  canManage: z.boolean(),
  /** Those that are valid now. */
  accessTokens: z.object({ count: z.number().int(), lastUsedAt: timestamp.nullable() }),
});
export type AdminUser = z.output<typeof adminUser>;

export const userSorts = ["name", "-name", "email", "-email", "username", "-username", "created", "-created"] as const;

export const listUsers = route({
  method: "GET",
  path: "/api/admin/users",
  summary: "Users; q searches names, user names and email addresses",
  query: z.object({ ...pageQuery, sort: z.enum(userSorts).default("name") }),
  response: z.object({ users: z.array(adminUser), ...pageInfo }),
});

/** The temporary password is shown here only, and must be changed at the first sign-in. */
const withPassword = z.object({ user: adminUser, username: z.string().nullable(), defaultPassword: z.string() });

const personFields = {
  email,
  firstName,
  lastName,
  phone: z.union([z.literal(""), phone]),
  address: optionalText("Address", limits.address).meta({ examples: ["12 Quince Street, Port Ellery"] }),
};

/** Without `username` one is made from the email; without `roleIds` the user has no role. */
export const newUser = z.object({
  ...personFields,
  phone: personFields.phone.optional(),
  address: personFields.address.optional(),
  username: z.union([z.literal(""), username]).optional(),
  roleIds: z.array(id).max(50).default([]),
});

export const createUser = route({
  method: "POST",
  path: "/api/admin/users",
  summary: "Create a user with a temporary password",
  body: newUser,
  response: withPassword,
  refusals: { 409: "The user name is taken." },
});

/** An emptied phone or address is removed. An empty username is taken only where there is none. */
export const userChanges = z
  .object({ ...personFields, username: z.union([z.literal(""), username]), isActive: z.boolean() })
  .partial();
export type UserChanges = z.output<typeof userChanges>;

const userId = z.object({ userId: id });

/** The changes themselves, or as `updates` beside the user's id (specification, section 7). */
const changesOfUser = userChanges
  .extend({ before: editedFrom, userId: id.optional(), updates: userChanges.optional() })
  .transform(({ userId, updates, ...changes }) => ({ userId, changes: { ...changes, ...updates } }));

export const updateUser = route({
  method: "PATCH",
  path: "/api/admin/users/:userId",
  summary: "Change a user's data, or switch the account off or on",
  params: userId,
  body: changesOfUser,
  response: z.object({ user: adminUser }),
  refusals: {
    409: "The user name is taken, a field was changed since the editor began with it (`before`), or the account to switch off is one's own or that of the last administrator.",
  },
});

export const resetPassword = route({
  method: "POST",
  path: "/api/admin/users/:userId/reset-password",
  summary: "Give a user a new temporary password; ends their sessions",
  params: userId,
  response: withPassword,
  refusals: { 409: "One's own password is changed with `changePassword`." },
});

export const revokeUserTokens = route({
  method: "DELETE",
  path: "/api/admin/users/:userId/access-tokens",
  summary: "Revoke all access tokens of a user",
  params: userId,
  response: z.object({ revoked: z.number().int() }),
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
  response: doneResponse,
  refusals: { 409: "The user has that role already." },
});

export const removeRole = route({
  method: "DELETE",
  path: "/api/admin/users/:userId/roles/:roleId",
  summary: "Take a role from a user",
  params: z.object({ userId: id, roleId: id }),
  response: doneResponse,
  refusals: { 409: "One's own admin role stays, and so does that of the last administrator." },
});
