import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import { plainWords } from "../languages/text-features.ts";
import { type TurnKind, turnKinds } from "../languages/turn-kinds.ts";

/** More would outweigh every other kind. */
const mostQuestions = 1300;

export function examplesIn(language: Language): Map<TurnKind, string[]> {
  const { examples, otherExamples } = language.readTurns();
  const textsOf = (kind: TurnKind) => [...examples[kind], ...(otherExamples[kind] ?? [])];
  const texts = new Map(turnKinds.map((kind) => [kind, textsOf(kind).map((text) => text.replaceAll("{pet}", " "))]));
  const diaryQuestions = Object.values(language.readParaphrases()).flatMap(({ ask }) => ask);
  const step = Math.max(1, diaryQuestions.length / mostQuestions);
  const sample = diaryQuestions.filter((_text, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
  texts.set("question", [...(texts.get("question") ?? []), ...sample]);
  return texts;
}

export const learnedWords = new LearnedData("known-words", import.meta.url, (language): ReadonlySet<string> => {
  const texts = [...examplesIn(language).values()].flat();
  // All texts at once: one by one takes several times as long.
  return new Set(plainWords(texts.join("\n")));
});

export const knownWords: (language: Language) => ReadonlySet<string> = oncePerLanguage((language) =>
  learnedWords.read(language),
);
