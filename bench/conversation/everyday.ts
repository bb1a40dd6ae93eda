import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isNamed } from "#server/understanding/compose/feelings.ts";
import { helpFor } from "#server/understanding/danger/emergency.ts";
import { hurtingKinds, type TurnKind, turnKinds } from "#server/understanding/languages/turn-kinds.ts";
import { understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { Act } from "#server/understanding/turns/turn.ts";
import type { Figure } from "./judge.ts";

/** A file of `everyday`: what people tell a pet and ask of it that says little. None of it is learned. */
const everydayFile = z.strictObject({
  telling: z.array(z.string()),
  unwell: z.array(z.string()),
  /** By what is meant. */
  kinds: z.partialRecord(z.enum(turnKinds), z.array(z.string())),
  /** What holds words of danger and is none. */
  harmless: z.array(z.string()),
  /** What asks about the pet's body, or the person's life, and of no illness. */
  bodyQuestions: z.array(z.string()),
});

const hurting: ReadonlySet<Act> = new Set(hurtingKinds);
/** What is met fittingly as another kind, too: a plea to stay by somebody who is lonely, a good night as a farewell. */
const alsoFitting: Partial<Record<TurnKind, readonly Act[]>> = {
  closenessWanted: ["lonely", "loveTold"],
  missed: ["griefForMe"],
  comingHome: ["greeting"],
  goodNight: ["farewell"],
};

/** How fittingly is met what people tell of their day, say to an animal they live with, and see of one that is unwell. */
export function judgeEveryday(language: string, locale: string): Figure[] {
  const file = path.join(import.meta.dirname, "everyday", `${language}.json`);
  const { telling, unwell, kinds, harmless, bodyQuestions } = everydayFile.parse(
    JSON.parse(readFileSync(file, "utf8")),
  );
  const pet = { name: "Bello", language: locale, species: "dog", birthday: null };
  const hear = (said: string) => {
    const question = said.replaceAll("{pet}", pet.name);
    const heard = understandTurn({ pet, question, turns: [], evidence: [] });
    const { act } = heard;
    const hurts = hurting.has(act) && act !== "unwell" && isNamed(heard);
    const help = helpFor(question, locale);
    return { act, hurts, help: help?.kind, isBox: Boolean(help?.text) };
  };
  const told = telling.map(hear);
  const ill = unwell.map(hear);
  const safe = harmless.map(hear);
  const body = bodyQuestions.map(hear);
  const met: Figure[] = [];
  for (const [kind, said] of Object.entries(kinds) as [TurnKind, string[]][]) {
    const heard = said.map(hear);
    const fitting = heard.filter(({ act }) => act === kind || alsoFitting[kind]?.includes(act));
    met.push({ kind: `everyday, ${kind}: met as that`, right: fitting.length, of: heard.length });
  }
  const count = (kind: string, all: typeof told, isRight: (each: (typeof told)[number]) => boolean): Figure => ({
    ...{ kind, right: all.filter(isRight).length, of: all.length },
  });
  return [
    count("everyday: no feeling put into it", told, ({ hurts }) => !hurts),
    count("everyday: no help given", told, ({ isBox }) => !isBox),
    count("everyday: not asked whether somebody is safe", told, ({ help, isBox }) => isBox || help === undefined),
    count("unwell: sent to a vet", ill, ({ act, help }) => act === "unwell" || help === "vet"),
    count("unwell: no feeling put into it", ill, ({ hurts, help }) => help === "vet" || !hurts),
    ...met,
    count("everyday, words of danger: no help given", safe, ({ isBox }) => !isBox),
    count("everyday, words of danger: not asked", safe, ({ help, isBox }) => isBox || help === undefined),
    count("everyday, questions: nobody is unwell", body, ({ act, help }) => act !== "unwell" && help === undefined),
  ];
}
