import { setImmediate as nextTurn } from "node:timers/promises";
import { languages } from "../../languages/languages.ts";
import type { TurnKind } from "../../languages/schema.ts";
import type { Act, Heard, Scene } from "../../providers/llm/llm.ts";
import { decide } from "./decide.ts";
import { isMash } from "./mash.ts";
import { languageOfMessage } from "./message-language.ts";
import { learn } from "./turn-classifier.ts";
import { understandText } from "./understand-text.ts";
import { wordlessAct } from "./wordless-act.ts";

/** What the person's turn is. Pure: the same scene is always understood in the same way. */
export function understandTurn(scene: Pick<Scene, "pet" | "question" | "turns" | "evidence">): Heard {
  const told = { name: null, age: null };
  const wordless = wordlessAct(scene.question);
  if (wordless !== null) return { act: wordless, certainty: 1, told, picked: null };
  const said = scene.question.replaceAll(scene.pet.name, " ");
  const language = languageOfMessage(said, scene.pet.language);
  if (isMash(said, language)) return { act: "nonsense", certainty: 1, told, picked: null };
  const best = decide(understandText(said, language), said, scene.evidence);
  return { act: actOf(best.label), certainty: best.probability, told, picked: null };
}

/** Learns the examples of one language after the other, so that no message has to wait for it. */
export async function prepareUnderstanding(): Promise<void> {
  for (const language of languages) {
    learn(language);
    await nextTurn();
  }
}

/** Whether an animal may have something is a question as any other, but for its words. */
const actOf = (kind: TurnKind): Act => (kind === "care" ? "question" : kind);
