import { setImmediate as nextTurn } from "node:timers/promises";
import { languages } from "../../languages/languages.ts";
import type { TurnKind } from "../../languages/schema.ts";
import type { Act, Heard, Scene } from "../../providers/llm/llm.ts";
import { classifierOf, guessKinds, languageOrEnglish } from "./turn-classifier.ts";
import { wordlessAct } from "./wordless-act.ts";

/** What the person's turn is. Pure: the same scene is always understood in the same way. */
export function understandTurn(scene: Pick<Scene, "pet" | "question" | "turns" | "evidence">): Heard {
  const told = { name: null, age: null };
  const wordless = wordlessAct(scene.question);
  if (wordless !== null) return { act: wordless, certainty: 1, told, picked: null };
  const language = languageOrEnglish(scene.pet.language);
  const [best] = guessKinds(scene.question.replaceAll(scene.pet.name, " "), language);
  if (best === undefined) return { act: "question", certainty: 0, told, picked: null };
  return { act: actOf(best.label), certainty: best.probability, told, picked: null };
}

/** Learns the examples of one language after the other, so that no message has to wait for it. */
export async function prepareUnderstanding(): Promise<void> {
  for (const language of languages) {
    classifierOf(language);
    await nextTurn();
  }
}

/** Whether an animal may have something is a question as any other, but for its words. */
const actOf = (kind: TurnKind): Act => (kind === "care" ? "question" : kind);
