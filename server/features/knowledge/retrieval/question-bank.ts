import { setImmediate } from "node:timers/promises";
import seededQuestions from "../../../db/seed/questions.json" with { type: "json" };
import { type Language, languageFor } from "../../../languages/languages.ts";
import { analyze, normalize } from "./analyze.ts";
import { grams } from "./grams.ts";
import { InvertedIndex } from "./inverted-index.ts";

/**
 * How people ask each of the diary's own questions in one language, indexed once for all pets. The documents of
 * `stems` and `runs` are the questions in the order of `keys`, those of `asks` the single wordings.
 */
export interface QuestionBank {
  keys: string[];
  stems: InvertedIndex;
  runs: InvertedIndex;
  asks: InvertedIndex;
  askKeys: string[];
  /** Wordings, as `plainWords` has them: a question of function words alone ("who are you?") is known by heart only. */
  wordings: Map<string, string>;
}

/** The bank of a language, or undefined where there is none; read at its first use unless it was prepared. */
export function questionBank(locale: string): QuestionBank | undefined {
  const language = languageFor(locale);
  if (language === undefined) return undefined;
  let bank = banks.get(language);
  if (!bank) {
    const building = buildBank(language);
    let step = building.next();
    while (!step.done) step = building.next();
    bank = step.value;
    banks.set(language, bank);
  }
  return bank;
}

/** Reads a language's bank, which takes 0.1 s and more, in pieces between which streams go on. */
export async function prepareQuestionBank(locale: string): Promise<void> {
  const language = languageFor(locale);
  if (language === undefined || banks.has(language)) return;
  const building = buildBank(language);
  let step = building.next();
  while (!step.done) {
    await setImmediate();
    // Another chat may have needed it meanwhile.
    if (banks.has(language)) return;
    step = building.next();
  }
  banks.set(language, step.value);
}

/** A wording without case, accents of typing and punctuation. */
export function plainWords(text: string): string {
  return (normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

const banks = new Map<Language, QuestionBank>();

/** Yields after each question, a few milliseconds of work. */
function* buildBank(words: Language): Generator<undefined, QuestionBank> {
  const paraphrases = words.readParaphrases();
  const language = words.code;
  const bank: QuestionBank = {
    keys: Object.keys(paraphrases),
    stems: new InvertedIndex(),
    runs: new InvertedIndex(),
    asks: new InvertedIndex(),
    askKeys: [],
    wordings: new Map(),
  };
  for (const [key, { ask: others, terms }] of Object.entries(paraphrases)) {
    // The diary's own wording is in English and speaks to the owner ("What is my favourite toy?").
    const own = language === "en" ? seededQuestions.find((question) => question.key === key)?.question : undefined;
    const ask = own === undefined ? others : [...others, own];
    const texts = [...ask, ...terms];
    bank.stems.add(texts.flatMap((text) => analyze(text, language)));
    // Each text gives each of its runs once; those that many wordings share count more.
    bank.runs.add(texts.flatMap((text) => [...grams(text, language, { stopWords: true })]));
    for (const wording of ask) {
      bank.asks.add(grams(wording, language, { stopWords: true }));
      bank.askKeys.push(key);
      bank.wordings.set(plainWords(wording), key);
    }
    yield;
  }
  for (const index of [bank.stems, bank.runs, bank.asks]) index.finalize();
  return bank;
}
