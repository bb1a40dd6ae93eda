import type { Language } from "#server/languages/languages.ts";
import { LearnedFiles } from "#server/languages/learned-files.ts";
import { type Sliced, SlicedOnce } from "#server/languages/slices.ts";
import { slice } from "#server/languages/text-classifier.ts";
import { plainWords } from "#server/languages/text-features.ts";
import { examplesIn } from "./examples.ts";

const files = new LearnedFiles("known-words", import.meta.url);
const read = new SlicedOnce((language: Language) => files.learnedOnce(language, () => reading(language)));

/** The words of a language's examples. They tell its messages from those in other languages before it is learned. */
export const knownWords = (language: Language): ReadonlySet<string> => read.now(language);

/** Reads them before they are needed. */
export const readKnownWords = (language: Language): Promise<unknown> => read.soon(language);

function* reading(language: Language): Sliced<ReadonlySet<string>> {
  const words = new Set<string>();
  const texts = [...examplesIn(language).values()].flat();
  for (let from = 0; from < texts.length; from += slice.examples) {
    yield;
    // Many texts at once: each by itself takes several times as long.
    for (const word of plainWords(texts.slice(from, from + slice.examples).join("\n"))) words.add(word);
  }
  return words;
}
