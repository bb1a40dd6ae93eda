import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import { plainWords } from "../languages/text-features.ts";
import { examplesIn } from "./examples.ts";

export const learnedWords = new LearnedData("known-words", import.meta.url, (language): ReadonlySet<string> => {
  const texts = [...examplesIn(language).values()].flat();
  // All texts at once: each by itself takes several times as long.
  return new Set(plainWords(texts.join("\n")));
});

/** The words of a language's examples, which tell its messages from those in other languages. */
export const knownWords: (language: Language) => ReadonlySet<string> = oncePerLanguage((language) =>
  learnedWords.read(language),
);
