import { LRUCache } from "lru-cache";
import { sentencesOf } from "../compose/choose-sentences.ts";
import { wordsBesideLabel, wordsOfLabel } from "../languages/labels.ts";
import { labelOf } from "../languages/table-lines.ts";
import { analyze } from "./analyze.ts";
import { grams } from "./grams.ts";
import { MOST_PLACES, RunIndex } from "./run-index.ts";

/** A sentence, or a heading, as a question is compared with it. */
export interface SearchableText {
  /** Its content words, as stems. */
  stems: string[];
  /** In lower case, for what is asked for (a number, a color). */
  plain: string;
  /** Words in lower case that are written with a capital though no sentence begins there. */
  names: string[];
  /** Of a line with a label that is known, the stems of that and of words that ask for it, which are among its own. */
  asked: readonly string[];
  /** And of words that may stand beside these. */
  alsoAsked: readonly string[];
}

/** A diary entry or a passage, as a question is compared with it. */
export interface SearchableEntry {
  /** The owner's own question, or the title of the document; null for the diary's seeded questions. */
  heading: SearchableText | null;
  sentences: SearchableText[];
  /** The runs of the owner's own question; null where it is a seeded one, or a document. */
  ask: ReadonlySet<string> | null;
  /** The stems of heading and sentences. */
  stems: ReadonlySet<string>;
  /** The runs of the heading, and of the sentences by their place. */
  headingRuns: RunIndex;
  runs: RunIndex;
}

export function toSearchableEntry(heading: string, text: string, language: string, isAsk = false): SearchableEntry {
  const texts = sentencesOf(text, language).slice(0, mostSentences);
  const labels = texts.map((each) => wordsOfLabel(each, language));
  const sentences = texts.map((each, at) => searchableText(each, language, labels[at]));
  const head = heading === "" ? null : searchableText(heading, language);
  const runsOf = (each: string) => grams(each, language, { stopWords: true });
  const ask = runsOf(heading);
  return {
    heading: head,
    sentences,
    ask: isAsk && heading !== "" ? ask : null,
    stems: new Set([...(head?.stems ?? []), ...sentences.flatMap(({ stems }) => stems)]),
    headingRuns: new RunIndex([ask]),
    runs: new RunIndex(texts.map((each, at) => runsOf(`${each} ${labels[at] ?? ""}`))),
  };
}

/** Some 20 kB each; a question has a dozen passages weighed, and the next one of the same talk often the same. */
const passages = new LRUCache<string, SearchableEntry>({ max: 500 });

/** A passage, kept for the next question: taking its words apart costs more than all the rest of weighing it. */
export function searchablePassage(title: string, text: string, language: string): SearchableEntry {
  const key = `${language}\n${title}\n${text}`;
  const known = passages.get(key);
  if (known !== undefined) return known;
  const made = toSearchableEntry(title, text, language);
  passages.set(key, made);
  return made;
}

/** A diary answer may have 10,000 characters; what stands further down in it is hardly what is asked for. */
const mostSentences = MOST_PLACES;

function searchableText(text: string, language: string, label = ""): SearchableText {
  return {
    stems: analyze(`${text} ${label}`, language),
    plain: text.normalize("NFKC").toLowerCase(),
    names: capitalizedWords(text),
    alsoAsked: label === "" ? [] : analyze(wordsBesideLabel(text, language), language),
    asked: label === "" ? [] : analyze(`${labelOf(text) ?? ""} ${label}`, language),
  };
}

/** The words with a capital where no sentence begins, in lower case. */
export const capitalizedWords = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{Ll}\p{N},;"'(] ?"?)\p{Lu}[\p{L}\p{M}]+/gu)].map(([name]) => name.toLowerCase());
