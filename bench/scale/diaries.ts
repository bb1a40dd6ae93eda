import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { languageOf } from "#server/understanding/languages/languages.ts";
import type { ConversationSet } from "../conversation/set-format.ts";

/** A file of bench/diaries. */
export const diaryFile = z.object({
  language: z.string(),
  pet: z.string(),
  answers: z.record(z.string(), z.string()),
  asked: z.array(z.object({ key: z.string(), question: z.string() })),
  unknown: z.array(z.string()),
});

/** The diaries of a language under bench/diaries, each with a pet that has nothing else. */
export function readDiaries(language: string) {
  const folder = path.join(import.meta.dirname, "../diaries");
  const files = readdirSync(folder).map((name) =>
    diaryFile.parse(JSON.parse(readFileSync(path.join(folder, name), "utf8"))),
  );
  return files
    .filter((file) => languageOf(file.language) === language)
    .map(({ language: locale, pet: name, answers, asked, unknown }) => {
      const diary = Object.entries(answers).map(([seed, answer]) => ({ id: seed, seed, answer }));
      const pet: ConversationSet["pets"][number] = {
        ...{ id: "pet", name, species: "other", birthday: null, personality: "", person: "", diary, documents: [] },
      };
      return { pet, locale, asked, unknown };
    });
}
