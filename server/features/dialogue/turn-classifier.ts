import { type Language, languageFor } from "../../languages/languages.ts";
import { type TurnKind, turnKinds } from "../../languages/schema.ts";
import { type Features, type Guess, TextClassifier } from "../../languages/text-classifier.ts";
import { featuresOf } from "../../languages/text-features.ts";

const learned = new Map<Language, TextClassifier<TurnKind>>();

/** What a text may mean, likeliest first, by the examples of a language. */
export const guessKinds = (text: string, language: Language): Guess<TurnKind>[] =>
  classifierOf(language).guess(featuresOf(text));

/** The language of a locale, or English for one that is not in the catalogue. */
export function languageOrEnglish(locale: string): Language {
  const language = languageFor(locale) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English examples.");
  return language;
}

/** Learns at the first call for a language, which takes some hundred milliseconds. */
export function classifierOf(language: Language): TextClassifier<TurnKind> {
  let known = learned.get(language);
  if (known === undefined) {
    known = new TextClassifier(examplesOf(language));
    learned.set(language, known);
  }
  return known;
}

function examplesOf(language: Language): Map<TurnKind, Features[]> {
  const examples = new Map<TurnKind, Features[]>();
  const add = (kind: TurnKind, texts: readonly string[]) => {
    const features = texts.map((text) => featuresOf(text.replaceAll("{pet}", " ")));
    examples.set(kind, [...(examples.get(kind) ?? []), ...features]);
  };
  const { examples: written } = language.readTurns();
  for (const kind of turnKinds) add(kind, written[kind]);
  for (const { ask } of Object.values(language.readParaphrases())) add("question", ask);
  return examples;
}
