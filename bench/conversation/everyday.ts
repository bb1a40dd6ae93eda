import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { prepareToUnderstand, understandTurn } from "../../server/features/dialogue/dialogue.ts";
import { helpFor } from "../../server/features/emergency/emergency.ts";
import type { Act } from "../../server/providers/llm/llm.ts";
import type { Figure } from "./judge.ts";

/** A file of `everyday`: what tells of the day and of an animal that is unwell. None of it is learned. */
const everydayFile = z.strictObject({ telling: z.array(z.string()), unwell: z.array(z.string()) });

const feelings: ReadonlySet<Act> = new Set([
  ...["sad", "lonely", "griefForMe", "griefForOther", "fear", "anger", "guilt", "illness"],
] as const satisfies Act[]);

/** How often no feeling is put into what people tell of their day, and an animal that is unwell is sent to a vet. */
export async function judgeEveryday(language: string, locale: string): Promise<Figure[]> {
  const file = path.join(import.meta.dirname, "everyday", `${language}.json`);
  const { telling, unwell } = everydayFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const pet = { name: "Bello", language: locale, species: "dog", birthday: null };
  const hear = async (said: string) => {
    const question = said.replaceAll("{pet}", pet.name);
    await prepareToUnderstand({ pet, question });
    const { act } = understandTurn({ pet, question, turns: [], evidence: [] });
    return { act, help: (await helpFor(question, locale))?.kind };
  };
  const told = await Promise.all(telling.map(hear));
  const ill = await Promise.all(unwell.map(hear));
  const count = (kind: string, all: typeof told, isRight: (each: (typeof told)[number]) => boolean): Figure => ({
    ...{ kind, right: all.filter(isRight).length, of: all.length },
  });
  return [
    count("everyday: no feeling put into it", told, ({ act }) => !feelings.has(act)),
    count("everyday: no help given", told, ({ help }) => help === undefined),
    count("unwell: sent to a vet", ill, ({ act, help }) => act === "unwell" || help === "vet"),
    count("unwell: no feeling put into it", ill, ({ act, help }) => help === "vet" || !feelings.has(act)),
  ];
}
