import { type Language, languageFor, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import { analyze, normalize } from "./analyze.ts";
import { InvertedIndex, type StoredIndex } from "./inverted-index.ts";
import { understand } from "./question.ts";
import { grams } from "./run-index.ts";

/** Documents of `stems` and `runs` are questions in the order of `keys`, those of `asks` single wordings. */
export type QuestionBank = Bank<InvertedIndex>;

interface Bank<Index> {
  keys: string[];
  stems: Index;
  runs: Index;
  asks: Index;
  /** In how many wordings each stem stands. */
  usual: ReadonlyMap<string, number>;
  /** By the documents of `asks`: the position of the key, how many runs, and their weight together. */
  askSizes: { key: number; size: number; weight: number }[];
  places: Map<string, number>;
  lengths: number[];
  /** By `plainWording`: the only way to find questions without content words ("who are you?"). */
  wordings: Map<string, string>;
}

export function questionBank(locale: string): QuestionBank | undefined {
  const language = languageFor(locale);
  return language === undefined ? undefined : bankOf(language);
}

export function plainWording(text: string): string {
  return (normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Of a word that stands for one thing in a pet's life: it is in few seeded questions, and in several wordings of one. */
const TOPIC = { mostQuestions: 3, wordings: 3 } as const;

/**
 * Whether a question may be about the pet that is asked: it says 'you', or all its words, or one that stands for a topic, are
 * words of diary questions. 'Who is the president of France?' is not.
 */
export function isAboutPet(message: string, locale: string): boolean {
  const { language, terms, toPet } = understand(message, locale);
  const bank = questionBank(language) ?? questionBank(locale);
  if (toPet === 1 || bank === undefined) return true;
  const { stems, usual } = bank;
  // Words of Chinese are read in pairs of signs too; a single sign says little.
  const isSpaced = languageFor(language)?.writing.spaced ?? true;
  const words = [...terms].filter((term) => isSpaced || term.length > 1);
  const isTopic = (term: string) => {
    const questions = stems.documentFrequency(term);
    return questions > 0 && questions <= TOPIC.mostQuestions && (usual.get(term) ?? 0) >= TOPIC.wordings;
  };
  return words.every((term) => stems.documentFrequency(term) > 0) || words.some(isTopic);
}

/** Whether a message is a question of the diary in one of its wordings, so that it needs nothing that was said before. */
export const isWordedQuestion = (message: string, locale: string): boolean =>
  questionBank(locale)?.wordings.has(plainWording(message)) === true;

const withoutPet = (wording: string): string => wording.replaceAll("{pet}", " ");

export const learnedQuestions = new LearnedData("question-bank", import.meta.url, (language): Bank<StoredIndex> => {
  const bank = buildBank(language);
  return { ...bank, stems: bank.stems.keep(), runs: bank.runs.keep(), asks: bank.asks.keep() };
});

const bankOf = oncePerLanguage((language): QuestionBank => {
  const kept = learnedQuestions.read(language);
  const indexOf = (index: StoredIndex) => new InvertedIndex(undefined, index);
  return { ...kept, stems: indexOf(kept.stems), runs: indexOf(kept.runs), asks: indexOf(kept.asks) };
});

function buildBank(words: Language): QuestionBank {
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
    const own = words.diaryQuestions[key];
    const ask = (own === undefined ? others : [...others, own.question]).map(withoutPet);
    const texts = [...ask, ...terms, ...(own === undefined ? [] : [own.topic])];
    const stems = texts.map((text) => analyze(text, language));
    bank.stems.add(stems.flat());
    // Runs that many wordings share count more.
    const runs = texts.map((text) => grams(text, language, { stopWords: true }));
    bank.runs.add(runs.flatMap((each) => [...each]));
    bank.lengths.push(runs.reduce((sum, { size }) => sum + size, 0));
    for (const [at, wording] of ask.entries()) {
      const own = runs[at] ?? new Set<string>();
      bank.asks.add(own);
      asked.push({ key: place, runs: own });
      bank.wordings.set(plainWording(wording), key);
      for (const stem of new Set(stems[at])) usual.set(stem, (usual.get(stem) ?? 0) + 1);
    }
  }
  for (const { key, runs } of asked) {
    let weight = 0;
    for (const run of runs) weight += bank.runs.idf(run);
    bank.askSizes.push({ key, size: runs.size, weight });
  }
  return bank;
}
