import { z } from "zod";
import { editedFrom, id } from "#shared/api/common.ts";
import { limits } from "#shared/limits.ts";
import { route } from "#shared/route.ts";

const limit = (what: string) =>
  z
    .number(`${what} must be a whole number`)
    .int(`${what} must be a whole number`)
    .min(1, `${what} must be at least 1; leave it empty for no limit`)
    .max(limits.dailyLimit, `${what} can be at most ${limits.dailyLimit.toLocaleString("en-US")}`)
    .nullable();

/** Null: no limit. Of several roles the most generous counts. */
export const limitsOfRole = z.object({
  messages: limit("Messages"),
  tokens: limit("Tokens"),
  characters: limit("Characters"),
  seconds: limit("Seconds"),
});
export type RoleLimits = z.output<typeof limitsOfRole>;

export const limitedRole = z.object({ id, name: z.string(), userCount: z.number().int(), limits: limitsOfRole });
export type LimitedRole = z.output<typeof limitedRole>;

export const listRoleLimits = route({
  method: "GET",
  path: "/api/admin/role-limits",
  summary: "All roles by name, with what their holders may use a day",
  response: z.object({ roles: z.array(limitedRole) }),
});

export const putRoleLimits = route({
  method: "PUT",
  path: "/api/admin/role-limits/:roleId",
  summary: "Change what the holders of a role may use a day",
  params: z.object({ roleId: id }),
  body: limitsOfRole.extend({ before: editedFrom }),
  response: z.object({ role: limitedRole }),
  refusals: { 409: "A limit was changed since the editor began with it (`before`)." },
});
