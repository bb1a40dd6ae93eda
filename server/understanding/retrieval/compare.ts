import { bestOf, bySentence, focusOf, nowhere, type QuestionCoverage } from "./focus.ts";
import { grams } from "./grams.ts";
import type { Question } from "./question.ts";
import type { QuestionBank } from "./question-bank.ts";
import { hashOf, RunIndex } from "./run-index.ts";
import type { SearchableEntry, SearchableText } from "./searchable.ts";
import { correctSpelling, mostComparisons, mostLooks } from "./spelling.ts";
import { likeSubjects } from "./subject.ts";
import { type HeldTerms, heldBy, share, type Terms, tellingOf, termRarities } from "./terms.ts";
import { closestAsks, type Likeness, likeness, notAlike, topicsOf } from "./wordings.ts";

/** A diary entry or a passage that may answer a question. */
export interface Candidate {
  kind: "diary" | "document";
  /** Of the seeded question that the entry answers. */
  key: string | null;
  text: SearchableEntry;
  /** The score of the passage in the search by BM25, per term of the question; 0 for diary entries. */
  found: number;
  /** Whether the reply before was taken from it, or from another passage of its document. */
  last: "itself" | "document" | "no";
}

/** All that a question may be answered from, and how often terms are in passages that are no candidates. */
export interface ComparisonInput {
  candidates: readonly Candidate[];
  bank: QuestionBank | undefined;
  passages: { size: number; holding(stem: string): number; stemsLike(stem: string): Iterable<string | undefined> };
}

/** What a question has in common with all candidates and with the bank. */
export interface ComparedQuestion {
  stems: Terms;
  runs: Terms;
  wording: Terms;
  stemsHeld: QuestionCoverage[];
  runsHeld: QuestionCoverage[];
  /** The closest wording of each question of the bank. */
  asks: Likeness[];
  /** The place of the question's head among the stems; -1 where it has none. */
  head: number;
  /** The weight of the rarest stem that is known anywhere. */
  rarest: number;
  /** How likely the question is about each question of the bank. */
  topics: number[];
}

export function compare(question: Question, compared: ComparisonInput): ComparedQuestion {
  const { candidates, bank, passages } = compared;
  const stems = spellAll([...question.terms], compared);
  const contentRuns = [...grams(question.content, question.language, { stopWords: false })].slice(0, mostRuns);
  const stemsHeld = candidates.map(({ text }) => holdStems(text, stems));
  const hashes = contentRuns.map(hashOf);
  const runsHeld = candidates.map(({ text }) => holdRuns(text, hashes));
  const held = holdersOf(stemsHeld, stems.length);
  const heldByEntries = holdersOf(
    stemsHeld.filter((_held, at) => candidates[at]?.kind === "diary"),
    stems.length,
  );
  const entries = candidates.filter(({ kind }) => kind === "diary").length;
  const inEntries = (place: number) => heldByEntries[place] ?? 0;
  const inPassages = (stem: string, place: number) =>
    Math.max(passages.holding(stem), (held[place] ?? 0) - inEntries(place));
  const stemTerms = termRarities(stems, bank?.stems, {
    others: entries + passages.size,
    holders: (place) => held[place] ?? 0,
    holding: (stem, place) => inEntries(place) + inPassages(stem, place),
    telling: (stem) => tellingOf(stem, bank),
  });
  const runHolders = holdersOf(runsHeld, contentRuns.length);
  const holders = (place: number) => runHolders[place] ?? 0;
  const holding = (_run: string, place: number) => holders(place);
  const runTerms = termRarities(contentRuns, bank?.runs, {
    ...{ others: candidates.length, holders, holding, telling: none },
  });
  const known = stemTerms.list.filter(({ holders, inBank }) => holders + inBank.length > 0);
  return {
    ...{ stems: stemTerms, runs: runTerms, stemsHeld, runsHeld, ...inBankOf(question, bank) },
    head: question.head === null ? -1 : stems.indexOf(question.head),
    rarest: Math.max(0, ...known.map(({ weight }) => weight)),
  };
}

type InBank = Pick<ComparedQuestion, "wording" | "asks" | "topics">;

/** Each question is compared several times: as it is and without what was said before, and once more for the one after it. */
const comparedWithBank = new WeakMap<Question, InBank & { bank: QuestionBank | undefined }>();

/** How a whole question is worded, beside the wordings of the bank. No pet's knowledge changes that. */
function inBankOf(question: Question, bank: QuestionBank | undefined): InBank {
  const known = comparedWithBank.get(question);
  if (known !== undefined && known.bank === bank) return known;
  const runs = [...grams(question.text, question.language, { stopWords: true })].slice(0, mostRuns);
  const wording = termRarities(runs, bank?.runs, { others: 0, holders: none, holding: none, telling: none });
  const topics = bank === undefined ? [] : topicsOf(wording, bank);
  const compared = { wording, topics, asks: closestAsks(wording, bank), bank };
  comparedWithBank.set(question, compared);
  return compared;
}

const none = () => 0;

/** A question has some 60 runs; a pasted page would have thousands. */
const mostRuns = 400;

/** How many of the candidates hold each term. */
function holdersOf(held: readonly QuestionCoverage[], terms: number): Uint32Array {
  const holders = new Uint32Array(terms);
  for (const { all } of held)
    for (let place = 0; place < terms; place += 1) if (all[place]) holders[place] = (holders[place] ?? 0) + 1;
  return holders;
}

/** The stems, with those that are known nowhere replaced by what they probably are mistyped from. */
function spellAll(stems: string[], { candidates, bank, passages }: ComparisonInput): string[] {
  const isHeld = (stem: string) => candidates.some(({ text }) => text.stems.has(stem));
  const stemsOfTexts = candidates.map(({ text }) => text.stems);
  const budget = { looks: mostLooks, comparisons: mostComparisons };
  const corrected = stems.slice(0, mostStems).map((stem) => {
    if (isHeld(stem) || passages.holding(stem) > 0 || (bank?.stems.documentFrequency(stem) ?? 0) > 0) return stem;
    const known = [...stemsOfTexts, bank?.stems.termsLike(stem) ?? [], passages.stemsLike(stem)];
    return correctSpelling(stem, known, budget) ?? stem;
  });
  return [...new Set(corrected)];
}

const mostStems = 60;

function holdStems({ heading, sentences, stems: own }: SearchableEntry, stems: string[]): QuestionCoverage {
  const inHeading = new Set(heading?.stems);
  return {
    heading: stems.map((stem) => inHeading.has(stem)),
    all: stems.map((stem) => own.has(stem)),
    sentences: stems.map((stem) =>
      own.has(stem) ? sentences.flatMap((sentence, at) => (sentence.stems.includes(stem) ? [at] : [])) : nowhere,
    ),
  };
}

function holdRuns({ headingRuns, runs }: SearchableEntry, hashes: readonly number[]): QuestionCoverage {
  const held: QuestionCoverage = { all: [], heading: [], sentences: [] };
  for (const hash of hashes) {
    const places = runs.placesOf(hash);
    const isInHeading = headingRuns.holds(hash);
    held.sentences.push(places);
    held.heading.push(isInHeading);
    held.all.push(isInHeading || places.length > 0);
  }
  return held;
}

/** What one candidate has in common with the question. */
export interface AskedOne {
  textStem: number;
  bothStem: number;
  textRun: number;
  bothRun: number;
  bankRun: number;
  bankStem: number;
  ask: Likeness;
  topic: number;
  /** The shares of the sentence that has most of the question, and of it with the sentences around it. */
  sentenceStem: number;
  sentenceRun: number;
  windowStem: number;
  windowRun: number;
  heading: number;
  /** How much of what is rare stands in the window: all of it, what no other candidate holds, and the rarest of it. */
  mass: number;
  unique: number;
  rarest: number;
  /** How much of the question is known elsewhere, but not here. */
  uncovered: number;
  massRun: number;
  uniqueRun: number;
  /** Shares by how telling words are in questions: of the window, of the window and the bank, and of the most telling that is in neither. */
  telling: number;
  tellingBoth: number;
  mostMissing: number;
  /** Whether the window or the bank has the thing that is asked for: 1, -1 where it is elsewhere or nowhere, 0 where none is asked for. */
  head: number;
  /** How many of the question's words that follow each other stand in one sentence. */
  pairs: number;
  /** How alike the subjects of the question and of the window are, and of the question and the sentence that is most alike. */
  subject: number;
  subjectBest: number;
  /** The place of the sentence to be quoted, which shares most with what is asked; null where none shares anything. */
  focus: number | null;
  /** The sentences of the window, the heading with them, and the heading with the best sentence alone. */
  sentences: SearchableText[];
  window: SearchableText[];
  near: SearchableText[];
}

export function compareOne(at: number, asked: ComparedQuestion, compared: ComparisonInput): AskedOne {
  const { stems, runs, rarest } = asked;
  const { key, text } = compared.candidates[at] ?? noCandidate;
  const stemsHeld = asked.stemsHeld[at] ?? nothingHeld;
  const runsHeld = asked.runsHeld[at] ?? nothingHeld;
  const place = key === null ? undefined : compared.bank?.places.get(key);
  const stemInBank = heldBy(stems, place);
  const runInBank = heldBy(runs, place);
  const stemShares = bySentence(text, stems, stemsHeld);
  const runShares = bySentence(text, runs, runsHeld);
  const shares = stemShares.map((stem, each) => stem + (runShares[each] ?? 0));
  const best = bestOf(shares);
  const stemNear = nearOf(stems, stemsHeld, best);
  const runNear = nearOf(runs, runsHeld, best);
  const heading = text.heading === null ? [] : [text.heading];
  const sentences = text.sentences.slice(Math.max(0, best - 1), best + 3);
  const windowStem = share(stems, stemNear);
  const windowRun = share(runs, runNear);
  return {
    textStem: share(stems, stemsHeld.all),
    bothStem: share(stems, stemsHeld.all, stemInBank),
    textRun: share(runs, runsHeld.all),
    bothRun: share(runs, runsHeld.all, runInBank),
    bankRun: share(runs, runInBank),
    bankStem: share(stems, stemInBank),
    ask: likenessTo(at, asked, compared),
    topic: place === undefined ? 0 : (asked.topics[place] ?? 0),
    sentenceStem: Math.max(0, ...stemShares),
    sentenceRun: Math.max(0, ...runShares),
    windowStem,
    windowRun,
    heading: share(stems, stemsHeld.heading),
    mass: Math.log1p(windowStem * stems.total),
    unique: Math.log1p(share(stems, uniqueIn(stems, stemNear)) * stems.total),
    rarest: stems.list.some(({ weight, holders }, term) => holders > 0 && weight === rarest && stemNear[term]) ? 1 : 0,
    uncovered: Math.log1p(share(stems, knownElsewhere(stems, stemNear, stemInBank)) * stems.total),
    massRun: Math.log1p(windowRun * runs.total),
    uniqueRun: Math.log1p(share(runs, uniqueIn(runs, runNear)) * runs.total),
    ...tellingShares(stems, stemNear, stemInBank),
    head: asked.head === -1 ? 0 : stemNear[asked.head] || stemInBank[asked.head] ? 1 : -1,
    pairs: pairsIn(stemsHeld, stems.list.length),
    ...likeSubjects(text.sentences, { from: Math.max(0, best - 1), to: best + 3 }, asked.topics, compared.bank),
    focus: focusOf(text, { stems, runs, stemsHeld, runsHeld }, shares),
    sentences,
    window: [...heading, ...sentences],
    near: [...heading, ...text.sentences.slice(best, best + 1)],
  };
}

/** By term: whether it is near, and in no other candidate. */
const uniqueIn = ({ list }: Terms, isNear: readonly boolean[]): boolean[] =>
  list.map(({ holders }, place) => holders === 1 && isNear[place] === true);

/** By term: whether anything holds it, but neither what is near nor the bank. */
const knownElsewhere = ({ list }: Terms, isNear: readonly boolean[], isInBank: HeldTerms): boolean[] =>
  list.map(({ holders, inBank }, place) => holders + inBank.length > 0 && !isNear[place] && !isInBank[place]);

/** By term: whether it stands in the heading, or in the window around the best sentence. */
const nearOf = ({ list }: Terms, { heading, sentences }: QuestionCoverage, best: number): boolean[] =>
  list.map((_term, at) => {
    if (heading[at] === true) return true;
    for (const each of sentences[at] ?? nowhere) if (each >= best - 1 && each <= best + 2) return true;
    return false;
  });

function tellingShares(
  stems: Terms,
  isNear: readonly boolean[],
  isInBank: HeldTerms,
): Pick<AskedOne, "telling" | "tellingBoth" | "mostMissing"> {
  let [near, both, missing] = [0, 0, 0];
  for (const [place, term] of stems.list.entries()) {
    if (isNear[place]) near += term.telling;
    if (isNear[place] || isInBank[place]) both += term.telling;
    else missing = Math.max(missing, term.telling);
  }
  const total = Math.max(1e-9, stems.totalTelling);
  return { telling: near / total, tellingBoth: both / total, mostMissing: missing / mostTelling };
}

const mostTelling = 8;

/** The share of neighboring words of the question that stand in one sentence. */
function pairsIn({ sentences }: QuestionCoverage, words: number): number {
  let pairs = 0;
  for (let place = 0; place + 1 < words; place += 1) {
    const next = sentences[place + 1] ?? [];
    if (sentences[place]?.some((sentence) => next.includes(sentence))) pairs += 1;
  }
  return words < 2 ? 0 : pairs / (words - 1);
}

const nothingHeld: QuestionCoverage = { all: [], heading: [], sentences: [] };
const noRuns = new RunIndex([]);
const noText: SearchableEntry = {
  ...{ heading: null, sentences: [], ask: null, stems: new Set<string>(), headingRuns: noRuns, runs: noRuns },
};
export const noCandidate: Candidate = { kind: "diary", key: null, text: noText, found: 0, last: "no" };

/** How much of the question stands in the candidate or in the wordings of its question. */
export function shareOf(at: number, asked: ComparedQuestion, { candidates, bank }: ComparisonInput): number {
  const key = candidates[at]?.key ?? null;
  const place = key === null ? undefined : bank?.places.get(key);
  return share(asked.runs, asked.runsHeld[at]?.all ?? nothingHeld.all, heldBy(asked.runs, place));
}

/** How much of the terms stands in the wordings of one question of the bank. */
export const shareInBank = (terms: Terms, place: number): number => share(terms, heldBy(terms, place));

/** How alike the question and the closest wording of the candidate's own question are. */
export function likenessTo(at: number, asked: ComparedQuestion, { candidates, bank }: ComparisonInput): Likeness {
  const { key, text } = candidates[at] ?? noCandidate;
  const place = key === null ? undefined : bank?.places.get(key);
  if (place !== undefined) return asked.asks[place] ?? notAlike;
  return text.ask === null ? notAlike : likeness(text.ask, asked.wording);
}
