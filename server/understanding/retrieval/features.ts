import {
  type Candidate,
  type CandidateComparison,
  type ComparisonInput,
  compare,
  compareOne,
  likenessTo,
  noCandidate,
  type QuestionComparison,
  shareInBank,
  shareOf,
} from "./compare.ts";
import type { AskedFor, Question, WantedKind } from "./question.ts";
import { capitalizedWords, type SearchableText } from "./searchable.ts";

export const candidateFeatures = [
  ...["textStem", "bothStem", "textRun", "bothRun", "bankRun", "bankStem"],
  ...["ask", "askWeighted", "exact", "topic", "topicLog"],
  ...["window", "sentence", "sentenceRun", "windowRun", "heading", "found"],
  ...["mass", "unique", "rarest", "uncovered", "massRun", "uniqueRun"],
  ...[
    "gives",
    "lacks",
    "givesAmount",
    "lacksAmount",
    "givesTime",
    "lacksTime",
    "lacksMoney",
    "lacksColor",
    "lacksName",
    "givesName",
  ],
  ...[
    "document",
    "documentStem",
    "documentRun",
    "documentSentenceRun",
    "documentWindow",
    "documentHeading",
    "own",
    "ownRun",
  ],
  ...["earlierRun", "earlierAsk", "givesNear", "lacksNear", "closedUncovered", "askElse"],
  ...["several", "telling", "tellingBoth", "mostMissing", "headHere", "headMissing", "pairs"],
  ...["documentTelling", "documentPairs", "subject", "subjectBest", "otherSubject", "otherSubjectBest"],
  ...["same", "sameBegins", "sameRefers", "sameEmpty", "sameShort", "sameAbsent", "sameDocument", "sameDocumentShort"],
] as const;

export const questionFeatures = [
  ...["toPet", "ofAsker", "matter", "empty", "short", "absentStem", "absentRun"],
  ...[
    "bestMissing",
    "askMissing",
    "topicMissing",
    "size",
    "entries",
    "documents",
    "asksAmount",
    "asksTime",
    "asksMoney",
    "asksColor",
    "asksName",
  ],
  ...["begins", "refers", "follows", "followsShort"],
  ...["who", "where", "when", "why", "how", "closed", "closedAbsent", "absentName"],
] as const;

export interface EvidenceFeatures {
  /** In the order of the candidates, each in the order of `candidateFeatures`. */
  candidates: number[][];
  /** In the order of `questionFeatures`. */
  question: number[];
  focuses: (number | null)[];
  windows: string[];
}

/** `earlier`: the question before, with which this one may go on. */
export function evidenceFeatures(
  question: Question,
  earlier: Question | null,
  input: ComparisonInput,
): EvidenceFeatures {
  const comparison = compare(question, input);
  const isFollowUp = question.begins || question.refers || comparison.stems.list.length < 2;
  const before = earlier === null || !isFollowUp ? null : compare(earlier, input);
  const ones = input.candidates.map((_candidate, at) => compareOne(at, comparison, input));
  return {
    focuses: ones.map(({ focus }) => focus),
    windows: ones.map(({ sentences }) => sentences.map(({ plain }) => plain).join("\n")),
    candidates: ones.map((one, at) => {
      const candidate = input.candidates[at] ?? noCandidate;
      return [
        ...ofWords(one, candidate),
        ...ofKinds(question, one),
        ...ofOrigin(one, candidate),
        ...(before === null ? [0, 0] : [shareOf(at, before, input), likenessTo(at, before, input).dice]),
        ...ofNearest(question, one),
        askElse(candidate, comparison, input),
        ...ofTelling(one, candidate),
        ...ofSource(candidate, question, comparison),
      ];
    }),
    question: ofQuestion(question, comparison, input),
  };
}

function ofWords(one: CandidateComparison, { key, found }: Candidate): number[] {
  const { dice, weighted } = one.ask;
  return [
    ...[one.textStem, one.bothStem, one.textRun, one.bothRun, one.bankRun, one.bankStem],
    ...[dice, weighted, dice > almostExact ? 1 : 0, one.topic],
    key === null ? 0 : Math.max(0, Math.log(Math.max(one.topic, 1e-6)) + 6) / 6,
    ...[one.windowStem, one.sentenceStem, one.sentenceRun, one.windowRun, one.heading, found],
    ...[one.mass, one.unique, one.rarest, one.uncovered, one.massRun, one.uniqueRun],
  ];
}

const almostExact = 0.85;

function ofKinds(question: Question, { window }: CandidateComparison): number[] {
  const known = givenIn(window, question);
  const given = (kind: WantedKind) => known.get(kind);
  const gives = (kind: WantedKind) => flag(given(kind) === true);
  const lacks = (kind: WantedKind) => flag(given(kind) === false);
  const names = question.wantsName ? namesIn(window, question) : null;
  return [
    ...[flag(kindNames.some((kind) => given(kind) === true)), flag(kindNames.some((kind) => given(kind) === false))],
    ...[gives("amount"), lacks("amount"), gives("time"), lacks("time"), lacks("money"), lacks("color")],
    ...[flag(names === 0), names === null ? 0 : Math.min(names, 4) / 4],
  ];
}

function ofNearest(question: Question, { near, bothRun }: CandidateComparison): number[] {
  const given = [...givenIn(near, question).values()];
  return [flag(given.includes(true)), flag(given.includes(false)), flag(question.isClosed) * (1 - bothRun)];
}

function givenIn(texts: readonly SearchableText[], { wants }: Question): ReadonlyMap<WantedKind, boolean> {
  if (wants.size === 0) return nothingGiven;
  const plain = texts.map((each) => each.plain).join("\n");
  return new Map([...wants].map(([kind, given]) => [kind, given.test(plain)]));
}

const nothingGiven: ReadonlyMap<WantedKind, boolean> = new Map();

function ofTelling(one: CandidateComparison, { kind, key }: Candidate): number[] {
  const document = flag(kind === "document");
  const other = flag(key === null);
  return [
    ...[one.ask.several, one.telling, one.tellingBoth, one.mostMissing, flag(one.head === 1), flag(one.head === -1)],
    ...[one.pairs, document * one.telling, document * one.pairs],
    ...[one.subject, one.subjectBest, other * one.subject, other * one.subjectBest],
  ];
}

function askElse({ key }: Candidate, { asks }: QuestionComparison, { bank }: ComparisonInput): number {
  const own = key === null ? undefined : bank?.places.get(key);
  return asks.reduce((most, { dice }, place) => (place === own ? most : Math.max(most, dice)), 0);
}

const kindNames = ["amount", "time", "money", "color"] as const satisfies WantedKind[];

/** Words with a capital inside a sentence; in languages without capitals, kinds of words that stand beside a name. */
function namesIn(window: readonly SearchableText[], { text, names: besideNames }: Question): number {
  const questionText = text.toLowerCase();
  if (besideNames !== null) return new Set(window.flatMap(({ plain }) => plain.match(besideNames) ?? [])).size;
  return new Set(window.flatMap(({ names }) => names).filter((name) => !questionText.includes(name))).size;
}

function ofOrigin(one: CandidateComparison, { kind, key }: Candidate): number[] {
  const document = flag(kind === "document");
  const own = flag(kind === "diary" && key === null);
  return [
    ...[document, document * one.textStem, document * one.textRun, document * one.sentenceRun],
    ...[document * one.windowStem, document * one.heading, own, own * one.textRun],
  ];
}

function ofSource({ last }: Candidate, { begins, refers }: Question, { stems }: QuestionComparison): number[] {
  const same = flag(last !== "no");
  const document = flag(last === "document");
  const short = 1 / (1 + stems.list.length);
  return [
    ...[same, same * flag(begins), same * flag(refers), same * flag(stems.list.length === 0)],
    ...[same * short, same * stems.absent, document, document * short],
  ];
}

function ofQuestion(
  question: Question,
  { stems, runs, asks, topics }: QuestionComparison,
  { candidates, bank, passages }: ComparisonInput,
): number[] {
  const answered = new Set(candidates.map(({ key }) => key));
  const missing = (bank?.keys ?? []).flatMap((key, place) => (answered.has(key) ? [] : [place]));
  const short = 1 / (1 + stems.list.length);
  const follows = flag(candidates.some(({ last }) => last !== "no"));
  return [
    ...[question.toPet, question.ofAsker, Math.log1p(stems.total), flag(stems.list.length === 0), short],
    ...[stems.absent, runs.absent],
    Math.max(0, ...missing.map((place) => shareInBank(runs, place))),
    Math.max(0, ...missing.map((place) => asks[place]?.dice ?? 0)),
    Math.max(0, ...missing.map((place) => topics[place] ?? 0)),
    Math.log(candidates.length + passages.size),
    Math.log1p(candidates.filter(({ key }) => key !== null).length),
    flag(candidates.some(({ kind }) => kind === "document")),
    ...kindNames.map((kind) => flag(question.wants.has(kind))),
    ...[flag(question.wantsName), flag(question.begins), flag(question.refers), follows, follows * short],
    ...openKinds.map((kind) => flag(question.askedFor.has(kind))),
    ...[flag(question.isClosed), flag(question.isClosed) * stems.absent, absentNames(question, candidates)],
  ];
}

const openKinds = ["who", "where", "when", "why", "how"] as const satisfies AskedFor[];

function absentNames({ text }: Question, candidates: readonly Candidate[]): number {
  const names = capitalizedWords(text);
  const isKnown = (name: string) =>
    candidates.some(({ text: { heading, sentences } }) =>
      [...(heading === null ? [] : [heading]), ...sentences].some(({ plain }) => plain.includes(name)),
    );
  return names.length === 0 ? 0 : names.filter((name) => !isKnown(name)).length / names.length;
}

const flag = (is: boolean): number => (is ? 1 : 0);
