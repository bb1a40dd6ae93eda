import { languageOf } from "../languages/languages.ts";
import type { Candidate } from "./compare.ts";
import { candidateFeatures, type EvidenceFeatures, evidenceFeatures } from "./features.ts";
import { bestOf } from "./focus.ts";
import type { WeightedTerms } from "./inverted-index.ts";
import { isContrary } from "./liked.ts";
import { type Passage, PassageIndex } from "./passage-index.ts";
import { type Question, understand } from "./question.ts";
import { plainWording, questionBank } from "./question-bank.ts";
import { KNOWN_FROM, labeledFactIn, mostCertain, weigh } from "./scale.ts";
import { searchablePassage, toSearchableEntry } from "./searchable.ts";

export type { Passage };

export interface DiaryEntry {
  id: string;
  /** The key of a seeded question; null for the owner's own. */
  key: string | null;
  /** Empty for a memory, which answers none. */
  question: string;
  answer: string;
  /** A memory of the pet's life, beside the diary. */
  isMemory?: boolean;
  /** First name of whoever of the family gave it; null or left out where it is the pet's own. */
  author?: string | null;
}

export interface Query {
  question: string;
  recentTurns?: readonly string[];
  /** What the previous reply was taken from. */
  last?: readonly { id: string; documentId: string | null }[];
}

export interface PassageText {
  id: string;
  documentId: string;
  title: string;
  text: string;
}

export interface PassageRanking {
  /** JudgedAnswer by these passages alone. */
  passagesKnown: boolean;
  /** Best first; also filled where nothing is known. */
  passages: { id: string; score: number }[];
}

export interface SourceRanking {
  /**
   * `source`: entry or document; `focus`: position of its best sentence, null where none has a word; `isDirect`: the message
   * words its question.
   */
  ranked: { id: string; source: string; probability: number; focus: number | null; isDirect: boolean }[];
  certainty: number;
  isKnown: boolean;
  /** Whether it words a diary question that has no answer yet. */
  isUnanswered: boolean;
}

/** Without finalize() after the last addition the first search has to wait for it. */
export interface KnowledgeIndex {
  readonly passageBytes: number;
  addDiary(entry: DiaryEntry): void;
  addPassage(passage: Passage): void;
  finalize(): void;
  search(query: Query, limit: number): PassageRanking;
  weigh(query: Query, passages: readonly PassageText[]): SourceRanking;
  /** For fitting the scale. */
  features(query: Query, passages: readonly PassageText[]): Comparison;
}

export interface Comparison {
  candidates: { kind: "diary" | "document"; id: string; source: string }[];
  features: EvidenceFeatures;
  labeledFacts: boolean[];
  isBare: boolean;
}

type IndexedEntry = Pick<Candidate, "kind" | "key" | "text"> & { id: string; question: string };

const nothingWeighed: SourceRanking = { ranked: [], certainty: 0, isKnown: false, isUnanswered: false };
const nothingCompared: Comparison = {
  ...{ candidates: [], labeledFacts: [], isBare: true },
  features: { candidates: [], question: [], focuses: [], windows: [] },
};

const exact = candidateFeatures.indexOf("exact");

/** An answer of an emoji may tell something. */
const tellsSomething = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export function createKnowledgeIndex(locale: string, passages = new PassageIndex(locale)): KnowledgeIndex {
  const language = languageOf(locale);
  const diary: IndexedEntry[] = [];

  function compare(
    { question: message, recentTurns = [], last = [] }: Query,
    found: readonly PassageText[],
  ): Comparison | null {
    const question = understand(message, locale);
    if (question.text === "") return null;
    const bank = questionBank(question.language) ?? questionBank(language);
    const scores = scoresOf(passages, passageTerms(question, recentTurns, locale), found.length);
    const told = diary.filter((entry) => !isContrary(question, entry, locale));
    const candidates: (Candidate & { id: string; source: string })[] = [
      ...told.map(({ id, key, kind, text }) => ({
        ...{ id, source: id, kind, key, text, found: 0 },
        last: lastOf(id, null, last),
      })),
      ...found.map(({ id, documentId, title, text }) => ({
        ...{
          id,
          source: documentId,
          kind: "document" as const,
          key: null,
          text: searchablePassage(title, text, language),
        },
        found: (scores.get(id) ?? 0) / Math.max(1, question.terms.size),
        last: lastOf(id, documentId, last),
      })),
    ];
    const earlier = earlierOf(recentTurns, locale);
    const features = evidenceFeatures(question, earlier, { candidates, bank, passages });
    const isBare = question.terms.size === 0 && earlier === null && last.length === 0;
    return { candidates, isBare, ...withLabeledFacts(candidates, features, question) };
  }

  return {
    get passageBytes() {
      return passages.bytes;
    },
    addDiary({ id, key, question, answer, isMemory = false }) {
      if (!tellsSomething.test(answer)) return;
      const inBank = key !== null && questionBank(language)?.places.has(key) === true;
      diary.push({
        // It has no question, so it is weighed as a passage is.
        ...{ id, key, question, kind: isMemory ? ("document" as const) : ("diary" as const) },
        text: inBank ? toSearchableEntry("", answer, language) : toSearchableEntry(question, answer, language, true),
      });
    },
    addPassage: (passage) => passages.add(passage),
    finalize: () => passages.finalize(),
    search({ question: message, recentTurns = [] }, limit) {
      const question = understand(message, locale);
      if (question.text === "") return { passagesKnown: false, passages: [] };
      const found = passages.search(passageTerms(question, recentTurns, locale), limit);
      return { passagesKnown: found.coverage >= passageFloor, passages: found.passages };
    },
    weigh(query, found) {
      const compared = compare(query, found);
      if (compared === null) return nothingWeighed;
      const { features } = compared;
      const sources = tellingSources(compared);
      const { probabilities, certainty: judged } = weigh(features, sources);
      const most = mostCertain(features, probabilities, { entries: diary.length, passages: passages.size });
      const certainty = certaintyOf(compared, bestOf(probabilities), Math.min(judged, most));
      const ranked = rankedOf(compared, sources, probabilities);
      return {
        ranked,
        certainty,
        isKnown: certainty >= KNOWN_FROM,
        isUnanswered: isUnanswered(query.question, diary, language),
      };
    },
    features: (query, found) => compare(query, found) ?? nothingCompared,
  };
}

/** What is quoted is the line with a label, where one holds all that is asked. */
function withLabeledFacts(
  candidates: readonly Candidate[],
  features: EvidenceFeatures,
  question: Question,
): Pick<Comparison, "features" | "labeledFacts"> {
  const facts = candidates.map(({ text }, at) => labeledFactIn(text, features.focuses[at] ?? null, question));
  const focuses = facts.map((fact, at) => fact ?? features.focuses[at] ?? null);
  return { features: { ...features, focuses }, labeledFacts: facts.map((fact) => fact !== null) };
}

function rankedOf(
  { candidates, features }: Comparison,
  sources: readonly string[],
  probabilities: readonly number[],
): SourceRanking["ranked"] {
  const ranked = candidates.map(({ id }, at) => ({
    ...{ id, source: sources[at] ?? "", probability: probabilities[at] ?? 0, focus: features.focuses[at] ?? null },
    isDirect: features.candidates[at]?.[exact] === 1,
  }));
  return ranked.toSorted((x, y) => y.probability - x.probability);
}

/** A labeled line with all that is asked counts as known, however little else fits. */
function certaintyOf(compared: Comparison, best: number, judged: number): number {
  if (asksNothing(compared)) return 0;
  return compared.labeledFacts[best] === true ? Math.max(judged, KNOWN_FROM) : judged;
}

function isUnanswered(message: string, diary: readonly { key: string | null }[], language: string): boolean {
  const asked = questionBank(language)?.wordings.get(plainWording(message));
  return asked !== undefined && !diary.some(({ key }) => key === asked);
}

/** 'Why?' by itself asks for nothing; 'who are you?' is a wording of the diary. */
const asksNothing = ({ isBare, features }: Comparison): boolean =>
  isBare && !features.candidates.some((values) => values[exact] === 1);

/** Copies of a document count as one source, the first. */
function tellingSources({ candidates, features: { windows } }: Comparison): string[] {
  const telling = new Map<string, string>();
  return candidates.map(({ kind, source }, at) => {
    const words = windows[at] ?? "";
    if (kind === "diary" || words === "") return source;
    const first = telling.get(words) ?? source;
    telling.set(words, first);
    return first;
  });
}

function scoresOf(index: PassageIndex, terms: WeightedTerms, limit: number): ReadonlyMap<string, number> {
  if (limit === 0) return new Map();
  return new Map(index.search(terms, limit).passages.map(({ id, score }) => [id, score]));
}

function lastOf(id: string, documentId: string | null, last: NonNullable<Query["last"]>): Candidate["last"] {
  if (last.some((source) => source.id === id)) return "itself";
  return documentId !== null && last.some((source) => source.documentId === documentId) ? "document" : "no";
}

/** By rarity. In Cranfield nine in ten of its own queries reach it, and one in eight questions to pets. */
const passageFloor = 0.45;

function earlierOf(recentTurns: readonly string[], locale: string): Question | null {
  for (const turn of recentTurns.slice(-mostRecent).reverse()) {
    const earlier = understand(turn, locale);
    if (earlier.terms.size > 0) return earlier;
  }
  return null;
}

const recentWeight = 0.3;

function passageTerms(question: Question, recentTurns: readonly string[], locale: string): WeightedTerms {
  const terms: WeightedTerms = new Map();
  if (question.terms.size < 2) {
    for (const turn of recentTurns.slice(-mostRecent)) {
      for (const term of understand(turn, locale).terms) terms.set(term, recentWeight);
    }
  }
  for (const term of question.terms) terms.set(term, 1);
  return terms;
}

const mostRecent = 2;
