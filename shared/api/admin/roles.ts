import { z } from "zod";
import { limits } from "#shared/limits.ts";
import { route } from "#shared/route.ts";
import { doneResponse, id, optionalText, requiredText, timestamp } from "../common.ts";
import { permission } from "./permissions.ts";

export const role = z.object({
  id,
  name: z.string().meta({ examples: ["sitter"] }),
  description: z.string().nullable(),
  createdAt: timestamp,
});
export type Role = z.output<typeof role>;

export const listRoles = route({
  method: "GET",
  path: "/api/admin/roles",
  summary: "All roles by name",
  response: z.object({
    roles: z.array(role.extend({ userCount: z.number().int(), permissionCount: z.number().int() })),
  }),
});

export const newRole = z.object({
  name: requiredText("Role name", limits.roleName).meta({ examples: ["sitter"] }),
  description: optionalText("Description", limits.description)
    .meta({ examples: ["Looks after the diary"] })
    .nullish(),
});

export const createRole = route({
  method: "POST",
  path: "/api/admin/roles",
  summary: "Create a role, which holds no permission yet",
  body: newRole,
  response: z.object({ role }),
  refusals: { 409: "There is a role of that name already." },
});

/** `canAssign`: one gives only what one holds. */
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
  response: doneResponse,
  refusals: { 409: "The role has that permission already." },
});

export const removeRolePermission = route({
  method: "DELETE",
  path: "/api/admin/roles/:roleId/permissions/:permissionId",
  summary: "Take a permission from a role; the role admin keeps all of them",
  params: z.object({ roleId: id, permissionId: id }),
  response: doneResponse,
  refusals: { 409: "The role admin keeps every permission." },
});
