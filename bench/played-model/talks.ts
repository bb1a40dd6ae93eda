import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const turn = z.strictObject({
  say: z.string(),
  /** As a model of middle size gave it, without markers. */
  reply: z.string(),
  /** Words of the entries and passages that the reply is taken from; each shows a chip. */
  from: z.array(z.string()).optional(),
  /** A reply that is taken from nothing; without it, the pet's own words. */
  as: z.enum(["chat", "play", "unknown"]).optional(),
  /** False where the model says that it does not know, and the owner could not answer it either. */
  isListed: z.literal(false).optional(),
  /** What the model makes of its marker. */
  marker: z.enum(["forgotten", "wrong"]).optional(),
});
export type Turn = z.infer<typeof turn>;

const talk = z.strictObject({
  id: z.string(),
  /** `library`: the English pet, with some 300 pages. */
  pet: z.enum(["en", "de", "es", "ja", "library"]),
  isGuest: z.boolean().default(false),
  turns: z.array(turn).min(1),
});
export type Talk = z.infer<typeof talk>;

/** The fixed talks, in the order of their files. */
export function readTalks(): Talk[] {
  const folder = new URL("talks/", import.meta.url);
  return readdirSync(folder).flatMap((file) =>
    z.array(talk).parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))),
  );
}
