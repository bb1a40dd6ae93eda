import { type Language, languageFor } from "#server/languages/languages.ts";
import { LearnedFiles } from "#server/languages/learned-files.ts";
import { type Sliced, SlicedOnce } from "#server/languages/slices.ts";
import { analyze, normalize } from "./analyze.ts";
import { grams } from "./grams.ts";
import { InvertedIndex, type KeptIndex } from "./inverted-index.ts";

/**
 * How people ask each of the diary's own questions in one language, indexed once for all pets. The documents of
 * `stems` and `runs` are the questions in the order of `keys`, those of `asks` the single wordings.
 */
export type QuestionBank = Bank<InvertedIndex>;

interface Bank<Index> {
  keys: string[];
  stems: Index;
  runs: Index;
  asks: Index;
  /** In how many wordings each stem stands: how usual a word is in questions to a pet. */
  usual: ReadonlyMap<string, number>;
  /** By the documents of `asks`: the place of its key, how many runs it has, and what they weigh together. */
  askSizes: { key: number; size: number; weight: number }[];
  /** The place of each key. */
  places: Map<string, number>;
  /** How many runs each key has, by place. */
  lengths: number[];
  /**
   * The keys of questions by `plainWords` of each wording: the only way to find questions without content words ("who are
   * you?").
   */
  wordings: Map<string, string>;
}

/** The bank of a locale's language; undefined where there is none. Built at its first use, unless it was prepared. */
export function questionBank(locale: string): QuestionBank | undefined {
  const language = languageFor(locale);
  return language === undefined ? undefined : banks.now(language);
}

/** Builds a language's bank, which takes 0.1 s and more, in pieces between which other requests are served. */
export async function prepareQuestionBank(locale: string): Promise<void> {
  const language = languageFor(locale);
  if (language !== undefined) await banks.soon(language);
}

/** A wording in lower case, without accents and punctuation. */
export function plainWords(text: string): string {
  return (normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Questions are asked of the bank without the pet's name. */
const withoutPet = (wording: string): string => wording.replaceAll("{pet}", " ");

const files = new LearnedFiles("question-bank", import.meta.url);
const banks = new SlicedOnce((language: Language) => readBank(language));

/** How many wordings are weighed in a millisecond or two. */
const asksAtOnce = 50;

function* readBank(language: Language): Sliced<QuestionBank> {
  const kept = yield* files.learnedOnce(language, function* (): Sliced<Bank<KeptIndex>> {
    const bank = yield* buildBank(language);
    return { ...bank, stems: bank.stems.keep(), runs: bank.runs.keep(), asks: bank.asks.keep() };
  });
  const indexOf = (index: KeptIndex) => new InvertedIndex(undefined, index);
  yield;
  return { ...kept, stems: indexOf(kept.stems), runs: indexOf(kept.runs), asks: indexOf(kept.asks) };
}

/** Yields after each piece of work, none of which takes more than a few milliseconds. */
export function* buildBank(words: Language): Sliced<QuestionBank> {
  const paraphrases = words.readParaphrases();
  const language = words.code;
  const usual = new Map<string, number>();
  const bank: QuestionBank = {
    keys: Object.keys(paraphrases),
    stems: new InvertedIndex(),
    runs: new InvertedIndex(),
    asks: new InvertedIndex(),
    usual,
    askSizes: [],
    places: new Map(Object.keys(paraphrases).map((key, place) => [key, place])),
    lengths: [],
    wordings: new Map(),
  };
  const asked: { key: number; runs: Set<string> }[] = [];
  for (const [place, [key, { ask: others, terms }]] of Object.entries(paraphrases).entries()) {
    // The diary's own wording, as the pet asks its owner ("What is my favorite toy?").
    const own = words.diaryQuestions[key];
    const ask = (own === undefined ? others : [...others, own.question]).map(withoutPet);
    const texts = [...ask, ...terms, ...(own === undefined ? [] : [own.topic])];
    const stems = texts.map((text) => analyze(text, language));
    bank.stems.add(stems.flat());
    // Each text gives each of its runs once; those that many wordings share count more.
    const runs = texts.map((text) => grams(text, language, { stopWords: true }));
    bank.runs.add(runs.flatMap((each) => [...each]));
    bank.lengths.push(runs.reduce((sum, { size }) => sum + size, 0));
    for (const [at, wording] of ask.entries()) {
      const own = runs[at] ?? new Set<string>();
      bank.asks.add(own);
      asked.push({ key: place, runs: own });
      bank.wordings.set(plainWords(wording), key);
      for (const stem of new Set(stems[at])) usual.set(stem, (usual.get(stem) ?? 0) + 1);
    }
    yield;
  }
  for (const index of [bank.stems, bank.runs, bank.asks]) {
    index.finalize();
    yield;
  }
  for (const [place, { key, runs }] of asked.entries()) {
    let weight = 0;
    for (const run of runs) weight += bank.runs.idf(run);
    bank.askSizes.push({ key, size: runs.size, weight });
    if (place % asksAtOnce === 0) yield;
  }
  return bank;
}
