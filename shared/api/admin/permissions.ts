import { z } from "zod";
import { limits } from "#shared/limits.ts";
import { permissionActions, permissionCategories } from "#shared/permissions.ts";
import { route } from "#shared/route.ts";
import { id, optionalText, requiredText, timestamp } from "../common.ts";

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

export const listPermissions = route({
  method: "GET",
  path: "/api/admin/permissions",
  summary: "All permissions by name",
  response: z.object({ permissions: z.array(permission) }),
});

export const newPermission = z.object({
  name: requiredText("Permission name", limits.roleName).meta({ examples: ["manage_walks"] }),
  description: optionalText("Description", limits.description)
    .meta({ examples: ["Plan walks"] })
    .nullish(),
  category: z.enum(permissionCategories, "Category must be feature, tab or system").default("feature"),
  resource: requiredText("Resource", limits.roleName).meta({ examples: ["walks"] }),
  action: z.enum([...permissionActions, ""], "Action must be read, write, delete or access").default(""),
});

export const createPermission = route({
  method: "POST",
  path: "/api/admin/permissions",
  summary: "Create a permission, which the role admin holds from then on",
  body: newPermission,
  response: z.object({ permission }),
  refusals: { 409: "There is a permission of that name already." },
});
