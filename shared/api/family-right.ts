import { z } from "zod";

// Apart from the calls, because every screen reads pets.

/**
 * `talk`: chat, voice, walk. `manage`: also change the pet, its diary and documents, and invite; never delete it. Each
 * includes the one before.
 */
export const familyRight = z.enum(["talk", "manage"]);
export type FamilyRight = z.output<typeof familyRight>;

export const isAtLeast = (right: FamilyRight, least: FamilyRight): boolean =>
  familyRight.options.indexOf(right) >= familyRight.options.indexOf(least);
