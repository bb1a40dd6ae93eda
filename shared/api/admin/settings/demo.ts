import { z } from "zod";
import { id } from "#shared/api/common.ts";
import { route } from "#shared/route.ts";

/**
 * Whether visitors may talk with the demo pet, and who thinks and speaks for it: what is built in and costs nothing, or
 * the configured language model and speech.
 */
export const tryOutModes = ["off", "built-in", "configured"] as const;
export const tryOutMode = z.enum(tryOutModes);
export type TryOutMode = z.output<typeof tryOutMode>;

export const demo = z.object({
  /** The pet that every account may chat with; null: none, and nothing for visitors either. */
  agentId: id.nullable(),
  tryOut: tryOutMode,
});
export type Demo = z.output<typeof demo>;

const shownDemo = demo.extend({
  /** The pets that the caller may choose from: their own, and for an administrator those of all administrators. */
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
