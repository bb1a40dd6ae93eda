import type { Language } from "../languages/languages.ts";
import { type TurnKind, turnKinds } from "../languages/turn-kinds.ts";

/** So many of the ways to ask a diary question are taken, evenly; more would outweigh everything else. */
const mostQuestions = 1300;

/** What people say by its kind; the questions with the ways to ask for what the diary asks. Read anew at each call. */
export function examplesIn(language: Language): Map<TurnKind, string[]> {
  const { examples, otherExamples } = language.readTurns();
  const saidOf = (kind: TurnKind) => [...examples[kind], ...(otherExamples[kind] ?? [])];
  const texts = new Map(turnKinds.map((kind) => [kind, saidOf(kind).map((text) => text.replaceAll("{pet}", " "))]));
  const asked = Object.values(language.readParaphrases()).flatMap(({ ask }) => ask);
  const step = Math.max(1, asked.length / mostQuestions);
  const taken = asked.filter((_text, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
  texts.set("question", [...(texts.get("question") ?? []), ...taken]);
  return texts;
}
