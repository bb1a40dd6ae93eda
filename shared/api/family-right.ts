import { z } from "zod";

// Apart from the calls, because every screen reads pets.

/**
 * `talk`: chat, voice, walk. `contribute`: also give it answers to questions of its diary that have none, and memories.
 * `manage`: also change the pet, its diary and documents, and invite; never delete it. Each includes the one before.
 */
export const familyRight = z.enum(["talk", "contribute", "manage"]);
export type FamilyRight = z.output<typeof familyRight>;

export const isAtLeast = (right: FamilyRight, least: FamilyRight): boolean =>
  familyRight.options.indexOf(right) >= familyRight.options.indexOf(least);
