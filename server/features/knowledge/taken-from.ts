import { inSlices, type SlicedWork } from "#server/platform/threads/slices.ts";
import { analyze, normalize } from "#server/understanding/retrieval/analyze.ts";
import { detectLanguage } from "#server/understanding/retrieval/language.ts";
import { questionBank } from "#server/understanding/retrieval/question-bank.ts";
import { quotedText, type Source } from "#shared/api/chat.ts";
import { isClear, type Overlap, overlapOf } from "./overlap.ts";

/** By the share of seeded questions with the word: 'love' is in half of them, 'sofa' in one of seven. */
const TELLS_MUCH = 0.17;
const TELLS_LITTLE = 0.3;
/** A word in more of the pet's knowledge tells nothing of one entry. */
const LOCAL_SHARE = 0.2;

const TELLS_LANGUAGE = 2_000;

const READ_AT_ONCE = 4_000;

/** A model that names more names them at random. */
const MOST_UNPROVEN = 3;

/** The second best shares at least so much of what the best one shares. */
const NEAR = 0.8;
const MOST_UNMARKED = 2;

export interface Claim {
  /** What the reply names. */
  cited: readonly Source[];
  /** All that the model was told. */
  told: readonly Source[];
  /** What retrieval ranks among the best for the question. */
  likely: readonly Source[];
  /** Whether the reply says itself what it is; one that does not is attributed by its words. */
  isMarked: boolean;
  /** Texts whose words tell nothing of where the reply is from: the message that it answers, the person's name. */
  familiar: readonly string[];
}

interface Pet {
  locale: string;
  name: string;
}

/**
 * Words have to show it, or retrieval; between two languages no words can: then a few numbers are believed (decision 022). A reply
 * that names nothing, or only what it can't be taken from, is attributed where its words are clearly those of a source.
 */
export const sourcesTaken = (reply: string, claim: Claim, pet: Pet): Promise<Source[]> =>
  inSlices(findTaken(reply, claim, pet));

export function* findTaken(reply: string, claim: Claim, { locale, name }: Pet): SlicedWork<Source[]> {
  const { cited, told, isMarked } = claim;
  if (cited.length === 0 && isMarked) return [];
  const judge = yield* readTold(locale, name, told, claim.familiar);
  const likely = new Set(claim.likely.map(keyOf));
  const isLikely = (source: Source) => likely.has(keyOf(source));
  const shown: Source[] = [];
  const unproven: Source[] = [];
  for (const source of cited) {
    yield;
    if (judge.isTakenFrom(reply, source) || isClear(judge.overlapWith(reply, source), false)) shown.push(source);
    else if (judge.isTranslated(reply, source) || isLikely(source)) unproven.push(source);
  }
  const isBelieved = cited.length <= MOST_UNPROVEN;
  const believed = cited.filter((one) => shown.includes(one) || (isBelieved && unproven.includes(one)));
  if (believed.length > 0 || isMarked) return withoutRepeated(believed, judge);
  return withoutRepeated(yield* attribute(reply, told, { judge, isLikely }), judge).slice(0, MOST_UNMARKED);
}

function* attribute(
  reply: string,
  told: readonly Source[],
  { judge, isLikely }: { judge: Told; isLikely(source: Source): boolean },
): SlicedWork<Source[]> {
  const scored: { source: Source; score: number }[] = [];
  for (const source of told) {
    yield;
    const overlap = judge.overlapWith(reply, source);
    if (isClear(overlap, isLikely(source)))
      scored.push({ source, score: overlap.share + overlap.run + overlap.digits });
  }
  scored.sort((one, other) => other.score - one.score);
  const near = scored.filter(({ score }) => score >= (scored[0]?.score ?? 0) * NEAR);
  return near.map(({ source }) => source);
}

function withoutRepeated(sources: readonly Source[], { isRepeated }: Told): Source[] {
  const kept: Source[] = [];
  for (const source of sources) if (!kept.some((one) => isRepeated(one, source))) kept.push(source);
  return kept;
}

function keyOf(source: Source): string {
  const from = source.kind === "diary" ? source.question : source.kind === "memory" ? "" : source.documentId;
  return `${from}\n${quotedText(source)}`;
}

interface Told {
  /** By rare words, numbers and names; between two languages only by numbers and names. */
  isTakenFrom(reply: string, source: Source): boolean;
  overlapWith(reply: string, source: Source): Overlap;
  isTranslated(reply: string, source: Source): boolean;
  isRepeated(one: Source, other: Source): boolean;
}

/** Sliced, because it may be a million characters. */
export function* readTold(
  locale: string,
  name: string,
  told: readonly Source[],
  familiar: readonly string[] = [],
): SlicedWork<Told> {
  const termsOf = remembered((text) => analyze(text, locale));
  const readingOf = remembered((text) => ({ text, terms: wordTerms(text, locale) }));
  const languageOf = remembered((text) => detectLanguage(text.slice(0, TELLS_LANGUAGE), locale));
  const isTranslated = (reply: string, source: Source) => languageOf(reply) !== languageOf(quotedText(source));
  const wholeTerms = (source: Source) => partsOf(source).flatMap((text) => termsOf(text));
  const saidBy = (source: Source) => [...new Set(wholeTerms(source))].sort().join(" ");
  const counts = new Map<string, number>();
  // A sentence repeated a thousand times counts once.
  const said = new Set<string>();
  let characters = 0;
  for (const source of told) {
    const size = said.size;
    const terms = saidBy(source);
    said.add(terms);
    if (said.size > size) for (const term of terms.split(" ")) counts.set(term, (counts.get(term) ?? 0) + 1);
    characters += quotedText(source).length;
    if (characters < READ_AT_ONCE) continue;
    characters = 0;
    yield;
  }
  const most = Math.max(1, said.size * LOCAL_SHARE);
  const ownNames = new Set(termsOf(name));
  const familiarTerms = new Set(familiar.flatMap((text) => termsOf(text)));
  const tells = (term: string) => (ownNames.has(term) || (counts.get(term) ?? 0) > most ? 0 : weightOf(term, locale));
  const isBare = (source: Source) => termsOf(quotedText(source)).filter((term) => tells(term) >= 1).length < 2;
  const shareOf = (reply: string, source: Source) => {
    if (isTranslated(reply, source)) return 0;
    const replied = new Set(termsOf(reply));
    const shared = [...new Set(isBare(source) ? wholeTerms(source) : termsOf(quotedText(source)))].filter((term) =>
      replied.has(term),
    );
    return shared.reduce((sum, term) => sum + tells(term), 0);
  };
  const isTakenFrom = (reply: string, source: Source) =>
    isTranslated(reply, source)
      ? sharedMarks(reply, partsOf(source).join("\n"), ownNames)
      : shareOf(reply, source) >= 1;
  const overlapWith = (reply: string, source: Source) => {
    const text = isBare(source) ? partsOf(source).join("\n") : quotedText(source);
    return overlapOf(readingOf(reply), readingOf(text), (term) => (familiarTerms.has(term) ? 0 : tells(term)));
  };
  const isRepeated = (one: Source, other: Source) =>
    one.kind === "document" &&
    other.kind === "document" &&
    one.documentId === other.documentId &&
    saidBy(one) === saidBy(other);
  return { isTakenFrom, overlapWith, isTranslated, isRepeated };
}

/** Korean words are also read in pairs of their syllables, which would count one word as several. */
const wordTerms = (text: string, locale: string): string[] =>
  /\p{Script=Hangul}/u.test(text)
    ? (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) => analyze(word, locale).slice(0, 1))
    : analyze(text, locale);

function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? work(text);
    known.set(text, result);
    return result;
  };
}

/** 'No, never!' needs its question. */
const partsOf = (source: Source): readonly string[] =>
  source.kind === "diary" ? [source.question, source.answer] : [quotedText(source)];

const ideographOrSyllable = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** From 0 for a common word to 1 for one that is enough alone. */
function weightOf(term: string, locale: string): number {
  if (/^\p{Nd}+$/u.test(term)) return term.length > 1 ? 1 : 0.5;
  const isShort = ideographOrSyllable.test(term);
  if (isShort && term.length === 1) return 0;
  const bank = questionBank(locale)?.stems;
  const share = bank === undefined ? 0 : bank.documentFrequency(term) / bank.size;
  if (share > TELLS_LITTLE) return 0;
  return share > TELLS_MUCH ? 0.5 : 1;
}

function sharedMarks(reply: string, text: string, ownNames: ReadonlySet<string>): boolean {
  const [mine, theirs] = [marksOf(reply), marksOf(text)];
  const isShared = (mark: string) => mine.all.has(mark) && theirs.all.has(mark) && !ownNames.has(mark);
  return [...mine.sure, ...theirs.sure].some(isShared);
}

const capitalized = "\\p{Lu}[\\p{Ll}\\p{Lu}\\p{M}]{2,}";
/** After a word, or amid a script without capitals. */
const within =
  "(?<=[\\p{L}\\p{N},;][\"'“”«»)]*\\s+|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])";
const capitalizedWords = new RegExp(capitalized, "gu");
// The lookahead bounds the lookbehind, which would scan long spaces.
const sureNames = new RegExp(`(?=\\p{Lu})${within}${capitalized}`, "gu");

/** Only within a sentence a capital surely makes a name. */
function marksOf(text: string): { all: ReadonlySet<string>; sure: ReadonlySet<string> } {
  const numbers = [...text.normalize("NFKC").matchAll(/\p{Nd}[\p{Nd}.,:]*\p{Nd}/gu)].map(String);
  const [words, names] = [capitalizedWords, sureNames].map((pattern) => [...text.matchAll(pattern)].map(String));
  const marks = (found: string[] = []) => new Set([...numbers, ...found].map(normalize));
  return { all: marks(words), sure: marks(names) };
}
