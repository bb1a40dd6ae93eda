import { readFileSync } from "node:fs";
import { z } from "zod";

const round = z.strictObject({
  animal: z.array(z.string()),
  person: z.array(z.string()),
  ordinary: z.array(z.string()),
});
export type EmergencySamples = z.infer<typeof round>;

const smallTalk = z.enum(["greeting", "howAreYou", "thanks", "goodbye", "whoAreYou", "areYouReal", "love", "praise"]);

const samples = z.strictObject({
  diaryVoice: z.strictObject({
    question: z.string(),
    firstPerson: z.string(),
    thirdPerson: z.string(),
    notes: z.string(),
    unknown: z.string(),
    personal: z.string(),
    why: z.string(),
    more: z.string(),
    andYou: z.string(),
    smallTalk: z.array(z.tuple([smallTalk, z.string()])),
  }),
  emergency: z.array(round),
});

/** What people write in a language such as `en`: see tests/fixtures/languages/README.md. */
export function samplesOf(language: string): z.infer<typeof samples> {
  const file = new URL(`../fixtures/languages/${language}.json`, import.meta.url);
  return samples.parse(JSON.parse(readFileSync(file, "utf8")));
}
