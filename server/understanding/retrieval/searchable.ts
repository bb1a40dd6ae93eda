import { LRUCache } from "lru-cache";
import { sentencesOf } from "../compose/choose-sentences.ts";
import { wordsBesideLabel, wordsOfLabel } from "../languages/labels.ts";
import { labelOf } from "../languages/table-lines.ts";
import { analyze } from "./analyze.ts";
import { grams, MOST_PLACES, RunIndex } from "./run-index.ts";

export interface SearchableText {
  stems: string[];
  plain: string;
  /** Words with a capital inside a sentence. */
  names: string[];
  /** Stems of a known label and of words that ask for it. */
  labelStems: readonly string[];
  besideLabelStems: readonly string[];
}

export interface SearchableEntry {
  /** The owner's own question or the document's title; null for seeded questions. */
  heading: SearchableText | null;
  sentences: SearchableText[];
  /** Runs of the owner's own question; null for seeded questions and documents. */
  ask: ReadonlySet<string> | null;
  stems: ReadonlySet<string>;
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

/** Some 20 kB each; the next question of a talk often weighs the same passages. */
const passages = new LRUCache<string, SearchableEntry>({ max: 500 });

/** Cached because splitting a passage costs more than all the rest of weighing it. */
export function searchablePassage(title: string, text: string, language: string): SearchableEntry {
  const key = `${language}\n${title}\n${text}`;
  const cached = passages.get(key);
  if (cached !== undefined) return cached;
  const made = toSearchableEntry(title, text, language);
  passages.set(key, made);
  return made;
}

/** What stands further down in a long answer is hardly what is asked for. */
const mostSentences = MOST_PLACES;

function searchableText(text: string, language: string, label = ""): SearchableText {
  return {
    stems: analyze(`${text} ${label}`, language),
    plain: text.normalize("NFKC").toLowerCase(),
    names: capitalizedWords(text),
    besideLabelStems: label === "" ? [] : analyze(wordsBesideLabel(text, language), language),
    labelStems: label === "" ? [] : analyze(`${labelOf(text) ?? ""} ${label}`, language),
  };
}

export const capitalizedWords = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{Ll}\p{N},;"'(] ?"?)\p{Lu}[\p{L}\p{M}]+/gu)].map(([name]) => name.toLowerCase());
