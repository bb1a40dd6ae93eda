import { LRUCache } from "lru-cache";
import { sentencesOf } from "../../../providers/llm/diary-voice/choose-sentences.ts";
import { analyze } from "./analyze.ts";
import { grams, joinedWords } from "./grams.ts";

/** A sentence, or a heading, as a question is compared with it. */
export interface SearchableText {
  /** Its content words, as stems. */
  stems: string[];
  /** Its words with `_` between, in which character runs are looked up. */
  words: string;
  /** In lower case, for what is asked for (a number, a color). */
  plain: string;
  /** Words in lower case that are written with a capital though no sentence begins there. */
  names: string[];
}

/** A diary entry or a passage, as a question is compared with it. */
export interface Searchable {
  /** The owner's own question, or the title of the document; null for the diary's seeded questions. */
  heading: SearchableText | null;
  sentences: SearchableText[];
  /** The runs of the owner's own question; null where it is a seeded one, or a document. */
  ask: ReadonlySet<string> | null;
  /** The words of all sentences, in the form of SearchableText. */
  words: string;
}

export function searchable(heading: string, text: string, language: string, isAsk = false): Searchable {
  const sentences = sentencesOf(text, language)
    .slice(0, mostSentences)
    .map((each) => searchableText(each, language));
  return {
    heading: heading === "" ? null : searchableText(heading, language),
    sentences,
    ask: isAsk && heading !== "" ? grams(heading, language, { stopWords: true }) : null,
    words: sentences.map(({ words }) => words).join(""),
  };
}

/** Some 10 kB each; a question has a dozen passages weighed, and the next one of the same talk often the same. */
const passages = new LRUCache<string, Searchable>({ max: 500 });

/** A passage, kept for the next question: taking its words apart costs more than all the rest of weighing it. */
export function searchablePassage(title: string, text: string, language: string): Searchable {
  const key = `${language}\n${title}\n${text}`;
  const known = passages.get(key);
  if (known !== undefined) return known;
  const made = searchable(title, text, language);
  passages.set(key, made);
  return made;
}

/** A diary answer may have 10,000 characters; what stands further down in it is hardly what is asked for. */
const mostSentences = 60;

function searchableText(text: string, language: string): SearchableText {
  return {
    stems: analyze(text, language),
    words: joinedWords(text, language),
    plain: text.normalize("NFKC").toLowerCase(),
    names: [...text.matchAll(/(?<=[\p{Ll}\p{N},;"'(] ?"?)\p{Lu}[\p{L}\p{M}]+/gu)].map(([name]) => name.toLowerCase()),
  };
}
