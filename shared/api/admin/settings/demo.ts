import { z } from "zod";
import { id } from "#shared/api/common.ts";
import { route } from "#shared/route.ts";

/** Who answers visitors: the built-in engines, which cost nothing, or the configured ones. */
export const tryOutModes = ["off", "built-in", "configured"] as const;
export const tryOutMode = z.enum(tryOutModes);
export type TryOutMode = z.output<typeof tryOutMode>;

export const demo = z.object({
  /** Null: no demo pet, and nothing for visitors either. */
  agentId: id.nullable(),
  tryOut: tryOutMode,
});
export type Demo = z.output<typeof demo>;

const shownDemo = demo.extend({
  /** The caller's own, and for an administrator those of all administrators. */
  pets: z.array(z.object({ id, name: z.string() })),
});

export const getDemo = route({
  method: "GET",
  path: "/api/admin/demo",
  summary: "Which pet is the demo, and what visitors may do",
  response: shownDemo,
});

export const putDemo = route({
  method: "PUT",
  path: "/api/admin/demo",
  summary: "Name the demo pet, or none; let visitors try it, or not",
  body: demo,
  response: shownDemo,
  refusals: { 404: "There is no such pet, or it is someone else's: its diary is not the caller's to show." },
});
