import { languageOf } from "../../../languages/languages.ts";
import { type DiaryEntry, DiaryIndex } from "./diary-index.ts";
import type { WeightedTerms } from "./inverted-index.ts";
import { type Passage, PassageIndex } from "./passage-index.ts";
import { type Question, understand } from "./question.ts";
import { prepareQuestionBank } from "./question-bank.ts";

export type { DiaryEntry, Passage };

export interface Query {
  question: string;
  /** Earlier turns, oldest first; used only for a question that can't stand alone ("why?", "and where?"). */
  recentTurns?: string[];
}

export interface Limits {
  diary?: number;
  passages?: number;
}

export interface Found {
  /** Whether the diary or the documents answer the question; a greeting is not known, and needs no source. */
  known: boolean;
  diaryKnown: boolean;
  passagesKnown: boolean;
  /** Best first; also filled where nothing is known. */
  diary: { id: string; score: number }[];
  passages: { id: string; score: number }[];
}

/** What one pet knows, in memory. Add everything, then call finalize(), or the first search has to wait for it. */
export interface KnowledgeIndex {
  addDiary(entry: DiaryEntry): void;
  addPassage(passage: Passage): void;
  finalize(): void;
  search(query: Query, limits?: Limits): Found;
}

/**
 * Loads what all pets of a language share, with pauses for other requests; createKnowledgeIndex would load it without
 * pauses.
 */
export function prepareLanguage(locale: string): Promise<void> {
  return prepareQuestionBank(languageOf(locale));
}

/** @param locale of the pet, such as "pt-BR" */
export function createKnowledgeIndex(locale: string): KnowledgeIndex {
  const diary = new DiaryIndex(locale);
  const passages = new PassageIndex(locale);
  return {
    addDiary: (entry) => diary.add(entry),
    addPassage: (passage) => passages.add(passage),
    finalize() {
      diary.finalize();
      passages.finalize();
    },
    search({ question: message, recentTurns = [] }, limits = {}) {
      const question = understand(message, locale);
      if (question.text === "") return nothing();
      const topic = topicOf(question, recentTurns, locale);
      const inDiary = diary.search(topic, limits.diary ?? 3);
      const asked = passageTerms(question, recentTurns, locale);
      const inPassages = passages.search(asked, limits.passages ?? 5);
      const passagesKnown = inPassages.coverage >= passageFloor;
      return {
        known: inDiary.known || passagesKnown,
        diaryKnown: inDiary.known,
        passagesKnown,
        diary: inDiary.entries,
        passages: inPassages.passages,
      };
    },
  };
}

/**
 * The part of the question's content words, weighted by rarity, that one passage must contain for the documents to count as
 * knowing the answer. In the Cranfield collection nine in ten of its own queries reach it, and one in eight questions to
 * pets.
 */
const passageFloor = 0.45;

const recentWeight = 0.3;

/**
 * A question without content words is about what was said last, unless its exact wording is in the bank ("who are you?").
 */
function topicOf(question: Question, recentTurns: string[], locale: string): Question {
  if (question.terms.size > 0) return question;
  for (const turn of recentTurns.slice(-mostRecent).reverse()) {
    const earlier = understand(turn, locale);
    if (earlier.terms.size > 0) return earlier;
  }
  return question;
}

function passageTerms(question: Question, recentTurns: string[], locale: string): WeightedTerms {
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

function nothing(): Found {
  return { known: false, diaryKnown: false, passagesKnown: false, diary: [], passages: [] };
}
