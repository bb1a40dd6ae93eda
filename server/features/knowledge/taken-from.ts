import { inSlices, type SlicedWork } from "#server/platform/threads/slices.ts";
import { analyze, normalize } from "#server/understanding/retrieval/analyze.ts";
import { detectLanguage } from "#server/understanding/retrieval/language.ts";
import { questionBank } from "#server/understanding/retrieval/question-bank.ts";
import type { Source } from "#shared/api/chat.ts";

/**
 * How much a shared word tells, by the part of the diary's seeded questions that are asked with it: 'love' is in half of
 * them, 'sofa' in one of seven.
 */
const TELLS_MUCH = 0.17;
const TELLS_LITTLE = 0.3;
/** A word in a larger part of what the pet knows tells nothing of one entry. */
const LOCAL_SHARE = 0.2;

/** So many characters of a text show its language. */
const TELLS_LANGUAGE = 2_000;

/** So many characters are read in a few milliseconds. */
const READ_AT_ONCE = 4_000;

/** A reply of some sentences can't be taken from more; a model that names more names them at random. */
const MOST_UNPROVEN = 3;

/** What a reply is judged by. */
interface Judged {
  locale: string;
  /** The pet's, which its replies may hold in any case. */
  name: string;
  /** All that the reply may have been taken from. */
  told: readonly Source[];
}

/**
 * Those of the cited sources that a reply was taken from. In the source's language its words have to show it; in another
 * one no words can, so that a few numbers are believed (decision 022).
 */
export const sourcesTaken = (reply: string, cited: readonly Source[], judged: Judged): Promise<Source[]> =>
  inSlices(findTaken(reply, cited, judged));

export function* findTaken(
  reply: string,
  cited: readonly Source[],
  { locale, name, told }: Judged,
): SlicedWork<Source[]> {
  if (cited.length === 0) return [];
  const { isTakenFrom, isTranslated, isRepeated } = yield* readTold(locale, name, told);
  const taken: Source[] = [];
  for (const source of cited) {
    yield;
    const isBelieved = cited.length <= MOST_UNPROVEN && isTranslated(reply, source);
    if (!isBelieved && !isTakenFrom(reply, source)) continue;
    if (!taken.some((one) => isRepeated(one, source))) taken.push(source);
  }
  return taken;
}

interface Told {
  /**
   * Whether a reply shows that it was taken from a source, by rare words, numbers and names that both hold. Between two
   * languages only numbers and names can be shared.
   */
  isTakenFrom(reply: string, source: Source): boolean;
  isTranslated(reply: string, source: Source): boolean;
  /** Whether two passages of a document say the same. */
  isRepeated(one: Source, other: Source): boolean;
}

/** What was told may be a diary and a library of a million characters, so others have their turn while it is read. */
export function* readTold(locale: string, name: string, told: readonly Source[]): SlicedWork<Told> {
  const termsOf = remembered((text) => analyze(text, locale));
  const languageOf = remembered((text) => detectLanguage(text.slice(0, TELLS_LANGUAGE), locale));
  const isTranslated = (reply: string, source: Source) => languageOf(reply) !== languageOf(textOf(source));
  const wholeTerms = (source: Source) => partsOf(source).flatMap((text) => termsOf(text));
  const saidBy = (source: Source) => [...new Set(wholeTerms(source))].sort().join(" ");
  const counts = new Map<string, number>();
  // A document that says one thing a thousand times has said it once.
  const said = new Set<string>();
  let characters = 0;
  for (const source of told) {
    const size = said.size;
    const terms = saidBy(source);
    said.add(terms);
    if (said.size > size) for (const term of terms.split(" ")) counts.set(term, (counts.get(term) ?? 0) + 1);
    characters += textOf(source).length;
    if (characters < READ_AT_ONCE) continue;
    characters = 0;
    yield;
  }
  const most = Math.max(1, said.size * LOCAL_SHARE);
  const ownNames = new Set(termsOf(name));
  const tells = (term: string) => (ownNames.has(term) || (counts.get(term) ?? 0) > most ? 0 : weightOf(term, locale));
  const isTakenFrom = (reply: string, source: Source) => {
    if (isTranslated(reply, source)) return sharedMarks(reply, partsOf(source).join("\n"), ownNames);
    const own = termsOf(textOf(source));
    const isBare = own.filter((term) => tells(term) >= 1).length < 2;
    const replied = new Set(termsOf(reply));
    const shared = [...new Set(isBare ? wholeTerms(source) : own)].filter((term) => replied.has(term));
    return shared.reduce((sum, term) => sum + tells(term), 0) >= 1;
  };
  const isRepeated = (one: Source, other: Source) =>
    one.kind === "document" &&
    other.kind === "document" &&
    one.documentId === other.documentId &&
    saidBy(one) === saidBy(other);
  return { isTakenFrom, isTranslated, isRepeated };
}

/** Each text is asked for several times, and a long one takes long. */
function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? work(text);
    known.set(text, result);
    return result;
  };
}

const textOf = (source: Source): string => (source.kind === "diary" ? source.answer : source.passage);

/** An answer such as 'No, never!' says what it says only with its question. */
const partsOf = (source: Source): readonly string[] =>
  source.kind === "diary" ? [source.question, source.answer] : [source.passage];

const ideographOrSyllable = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** From 0, for a word that anybody says, to 1, for one that is enough alone. */
function weightOf(term: string, locale: string): number {
  if (/^\p{Nd}+$/u.test(term)) return term.length > 1 ? 1 : 0.5;
  const isShort = ideographOrSyllable.test(term);
  if (isShort && term.length === 1) return 0;
  const bank = questionBank(locale)?.stems;
  const share = bank === undefined ? 0 : bank.documentFrequency(term) / bank.size;
  if (share > TELLS_LITTLE) return 0;
  return share > TELLS_MUCH ? 0.5 : 1;
}

/** Whether both texts hold the same name, or the same number of two digits or more. */
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
// Looks back from a capital alone: from each of many spaces it would look at all of them.
const sureNames = new RegExp(`(?=\\p{Lu})${within}${capitalized}`, "gu");

/** Every sentence begins with a capital, so a word is surely a name only within one. */
function marksOf(text: string): { all: ReadonlySet<string>; sure: ReadonlySet<string> } {
  const numbers = [...text.normalize("NFKC").matchAll(/\p{Nd}[\p{Nd}.,:]*\p{Nd}/gu)].map(String);
  const [words, names] = [capitalizedWords, sureNames].map((pattern) => [...text.matchAll(pattern)].map(String));
  const marks = (found: string[] = []) => new Set([...numbers, ...found].map(normalize));
  return { all: marks(words), sure: marks(names) };
}
