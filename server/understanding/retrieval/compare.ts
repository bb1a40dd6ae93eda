import { bestOf, bySentence, focusOf, nowhere, type QuestionCoverage } from "./focus.ts";
import type { Question } from "./question.ts";
import type { QuestionBank } from "./question-bank.ts";
import { grams, hashOf, RunIndex } from "./run-index.ts";
import type { SearchableEntry, SearchableText } from "./searchable.ts";
import { correctSpelling, mostComparisons, mostLooks } from "./spelling.ts";
import { type HeldTerms, heldBy, share, type Terms, tellingOf, termRarities } from "./terms.ts";
import { closestAsks, type Likeness, likeness, likeSubjects, notAlike, topicsOf } from "./wordings.ts";

/** A diary entry or a passage that may answer a question. */
export interface Candidate {
  kind: "diary" | "document";
  /** The key of the seeded question; null for the owner's own and for documents. */
  key: string | null;
  text: SearchableEntry;
  /** Per term of the question; 0 for diary entries. */
  found: number;
  /** Whether the previous reply was taken from it, or from another passage of its document. */
  last: "itself" | "document" | "no";
}

export interface ComparisonInput {
  candidates: readonly Candidate[];
  bank: QuestionBank | undefined;
  passages: { size: number; holding(stem: string): number; stemsLike(stem: string): Iterable<string | undefined> };
}

export interface QuestionComparison {
  stems: Terms;
  runs: Terms;
  wording: Terms;
  stemCoverage: QuestionCoverage[];
  runCoverage: QuestionCoverage[];
  asks: Likeness[];
  /** A position among the stems; -1 where the question has no head. */
  head: number;
  rarest: number;
  topics: number[];
}

export function compare(question: Question, input: ComparisonInput): QuestionComparison {
  const { candidates, bank, passages } = input;
  const stems = spellAll([...question.terms], input);
  const contentRuns = [...grams(question.content, question.language, { stopWords: false })].slice(0, mostRuns);
  const stemCoverage = candidates.map(({ text }) => holdStems(text, stems));
  const hashes = contentRuns.map(hashOf);
  const runCoverage = candidates.map(({ text }) => holdRuns(text, hashes));
  const held = holdersOf(stemCoverage, stems.length);
  const entryHolders = holdersOf(
    stemCoverage.filter((_held, at) => candidates[at]?.kind === "diary"),
    stems.length,
  );
  const entries = candidates.filter(({ kind }) => kind === "diary").length;
  const inEntries = (place: number) => entryHolders[place] ?? 0;
  const inPassages = (stem: string, place: number) =>
    Math.max(passages.holding(stem), (held[place] ?? 0) - inEntries(place));
  const stemTerms = termRarities(stems, bank?.stems, {
    others: entries + passages.size,
    holders: (place) => held[place] ?? 0,
    holding: (stem, place) => inEntries(place) + inPassages(stem, place),
    telling: (stem) => tellingOf(stem, bank),
  });
  const runHolders = holdersOf(runCoverage, contentRuns.length);
  const holders = (place: number) => runHolders[place] ?? 0;
  const holding = (_run: string, place: number) => holders(place);
  const runTerms = termRarities(contentRuns, bank?.runs, {
    ...{ others: candidates.length, holders, holding, telling: none },
  });
  const knownTerms = stemTerms.list.filter(({ holders, inBank }) => holders + inBank.length > 0);
  return {
    ...{ stems: stemTerms, runs: runTerms, stemCoverage, runCoverage, ...inBankOf(question, bank) },
    head: question.head === null ? -1 : stems.indexOf(question.head),
    rarest: Math.max(0, ...knownTerms.map(({ weight }) => weight)),
  };
}

type BankComparison = Pick<QuestionComparison, "wording" | "asks" | "topics">;

/** Each question is compared several times: alone, with what was said before, and for the question after it. */
const comparedWithBank = new WeakMap<Question, BankComparison & { bank: QuestionBank | undefined }>();

function inBankOf(question: Question, bank: QuestionBank | undefined): BankComparison {
  const cached = comparedWithBank.get(question);
  if (cached !== undefined && cached.bank === bank) return cached;
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

function holdersOf(held: readonly QuestionCoverage[], terms: number): Uint32Array {
  const holders = new Uint32Array(terms);
  for (const { all } of held)
    for (let place = 0; place < terms; place += 1) if (all[place]) holders[place] = (holders[place] ?? 0) + 1;
  return holders;
}

function spellAll(stems: string[], { candidates, bank, passages }: ComparisonInput): string[] {
  const isHeld = (stem: string) => candidates.some(({ text }) => text.stems.has(stem));
  const stemsOfTexts = candidates.map(({ text }) => text.stems);
  const budget = { looks: mostLooks, comparisons: mostComparisons };
  const corrected = stems.slice(0, mostStems).map((stem) => {
    if (isHeld(stem) || passages.holding(stem) > 0 || (bank?.stems.documentFrequency(stem) ?? 0) > 0) return stem;
    const vocabularies = [...stemsOfTexts, bank?.stems.termsLike(stem) ?? [], passages.stemsLike(stem)];
    return correctSpelling(stem, vocabularies, budget) ?? stem;
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

export interface CandidateComparison {
  textStem: number;
  bothStem: number;
  textRun: number;
  bothRun: number;
  bankRun: number;
  bankStem: number;
  ask: Likeness;
  topic: number;
  sentenceStem: number;
  sentenceRun: number;
  windowStem: number;
  windowRun: number;
  heading: number;
  mass: number;
  unique: number;
  rarest: number;
  uncovered: number;
  massRun: number;
  uniqueRun: number;
  telling: number;
  tellingBoth: number;
  mostMissing: number;
  /** 1: the window or the bank has what is asked for, -1: it is elsewhere, 0: nothing is asked for. */
  head: number;
  pairs: number;
  subject: number;
  subjectBest: number;
  /** The position of the sentence to quote; null where none shares a word. */
  focus: number | null;
  /** `window`: with the heading; `near`: the heading and the best sentence alone. */
  sentences: SearchableText[];
  window: SearchableText[];
  near: SearchableText[];
}

export function compareOne(at: number, comparison: QuestionComparison, input: ComparisonInput): CandidateComparison {
  const { stems, runs, rarest } = comparison;
  const { key, text } = input.candidates[at] ?? noCandidate;
  const stemCoverage = comparison.stemCoverage[at] ?? noCoverage;
  const runCoverage = comparison.runCoverage[at] ?? noCoverage;
  const place = key === null ? undefined : input.bank?.places.get(key);
  const stemInBank = heldBy(stems, place);
  const runInBank = heldBy(runs, place);
  const stemShares = bySentence(text, stems, stemCoverage);
  const runShares = bySentence(text, runs, runCoverage);
  const shares = stemShares.map((stem, each) => stem + (runShares[each] ?? 0));
  const best = bestOf(shares);
  const stemNear = nearOf(stems, stemCoverage, best);
  const runNear = nearOf(runs, runCoverage, best);
  const heading = text.heading === null ? [] : [text.heading];
  const sentences = text.sentences.slice(Math.max(0, best - 1), best + 3);
  const windowStem = share(stems, stemNear);
  const windowRun = share(runs, runNear);
  return {
    textStem: share(stems, stemCoverage.all),
    bothStem: share(stems, stemCoverage.all, stemInBank),
    textRun: share(runs, runCoverage.all),
    bothRun: share(runs, runCoverage.all, runInBank),
    bankRun: share(runs, runInBank),
    bankStem: share(stems, stemInBank),
    ask: likenessTo(at, comparison, input),
    topic: place === undefined ? 0 : (comparison.topics[place] ?? 0),
    sentenceStem: Math.max(0, ...stemShares),
    sentenceRun: Math.max(0, ...runShares),
    windowStem,
    windowRun,
    heading: share(stems, stemCoverage.heading),
    mass: Math.log1p(windowStem * stems.total),
    unique: Math.log1p(share(stems, uniqueIn(stems, stemNear)) * stems.total),
    rarest: stems.list.some(({ weight, holders }, term) => holders > 0 && weight === rarest && stemNear[term]) ? 1 : 0,
    uncovered: Math.log1p(share(stems, knownElsewhere(stems, stemNear, stemInBank)) * stems.total),
    massRun: Math.log1p(windowRun * runs.total),
    uniqueRun: Math.log1p(share(runs, uniqueIn(runs, runNear)) * runs.total),
    ...tellingShares(stems, stemNear, stemInBank),
    head: comparison.head === -1 ? 0 : stemNear[comparison.head] || stemInBank[comparison.head] ? 1 : -1,
    pairs: pairsIn(stemCoverage, stems.list.length),
    ...likeSubjects(text.sentences, { from: Math.max(0, best - 1), to: best + 3 }, comparison.topics, input.bank),
    focus: focusOf(text, { stems, runs, stemCoverage, runCoverage }, shares),
    sentences,
    window: [...heading, ...sentences],
    near: [...heading, ...text.sentences.slice(best, best + 1)],
  };
}

const uniqueIn = ({ list }: Terms, isNear: readonly boolean[]): boolean[] =>
  list.map(({ holders }, place) => holders === 1 && isNear[place] === true);

const knownElsewhere = ({ list }: Terms, isNear: readonly boolean[], isInBank: HeldTerms): boolean[] =>
  list.map(({ holders, inBank }, place) => holders + inBank.length > 0 && !isNear[place] && !isInBank[place]);

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
): Pick<CandidateComparison, "telling" | "tellingBoth" | "mostMissing"> {
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

function pairsIn({ sentences }: QuestionCoverage, words: number): number {
  let pairs = 0;
  for (let place = 0; place + 1 < words; place += 1) {
    const next = sentences[place + 1] ?? [];
    if (sentences[place]?.some((sentence) => next.includes(sentence))) pairs += 1;
  }
  return words < 2 ? 0 : pairs / (words - 1);
}

const noCoverage: QuestionCoverage = { all: [], heading: [], sentences: [] };
const noRuns = new RunIndex([]);
const noText: SearchableEntry = {
  ...{ heading: null, sentences: [], ask: null, stems: new Set<string>(), headingRuns: noRuns, runs: noRuns },
};
export const noCandidate: Candidate = { kind: "diary", key: null, text: noText, found: 0, last: "no" };

export function shareOf(at: number, comparison: QuestionComparison, { candidates, bank }: ComparisonInput): number {
  const key = candidates[at]?.key ?? null;
  const place = key === null ? undefined : bank?.places.get(key);
  return share(comparison.runs, comparison.runCoverage[at]?.all ?? noCoverage.all, heldBy(comparison.runs, place));
}

export const shareInBank = (terms: Terms, place: number): number => share(terms, heldBy(terms, place));

export function likenessTo(
  at: number,
  comparison: QuestionComparison,
  { candidates, bank }: ComparisonInput,
): Likeness {
  const { key, text } = candidates[at] ?? noCandidate;
  const place = key === null ? undefined : bank?.places.get(key);
  if (place !== undefined) return comparison.asks[place] ?? notAlike;
  return text.ask === null ? notAlike : likeness(text.ask, comparison.wording);
}
