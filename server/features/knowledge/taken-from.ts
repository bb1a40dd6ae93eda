import type { Source } from "../../../shared/api/chat.ts";
import { analyze, normalize } from "./retrieval/analyze.ts";
import { detectLanguage } from "./retrieval/language.ts";
import { questionBank } from "./retrieval/question-bank.ts";

/**
 * How much a shared word tells, by the part of the diary's seeded questions that are asked with it: 'love' is in half of
 * them, 'sofa' in one of seven.
 */
const TELLS_MUCH = 0.17;
const TELLS_LITTLE = 0.3;
/** A word in a larger part of what the pet knows tells nothing of one entry. */
const LOCAL_SHARE = 0.2;

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
export function sourcesTaken(reply: string, cited: readonly Source[], { locale, name, told }: Judged): Source[] {
  // All that was told is read for it.
  if (cited.length === 0) return [];
  const isTakenFrom = createTakenFrom(locale, name, told);
  const isBelieved = (source: Source) => cited.length <= MOST_UNPROVEN && isTranslated(reply, source, locale);
  return cited.filter((source) => isTakenFrom(reply, source) || isBelieved(source));
}

const isTranslated = (reply: string, source: Source, locale: string): boolean =>
  detectLanguage(reply, locale) !== detectLanguage(textOf(source), locale);

/**
 * Whether a reply shows that it was taken from a source, by rare words, numbers and names that both hold. Between two
 * languages only numbers and names can be shared.
 */
export function createTakenFrom(
  locale: string,
  name: string,
  known: readonly Source[],
): (reply: string, source: Source) => boolean {
  const read = new Map<string, readonly string[]>();
  /** Each text is asked for several times, and a long one takes long. */
  const termsOf = (text: string) => {
    const terms = read.get(text) ?? analyze(text, locale);
    read.set(text, terms);
    return terms;
  };
  const counts = countTerms(known.map((source) => termsOf(wholeOf(source))));
  const most = Math.max(1, known.length * LOCAL_SHARE);
  const ownNames = new Set(termsOf(name));
  const tells = (term: string) => (ownNames.has(term) || (counts.get(term) ?? 0) > most ? 0 : weightOf(term, locale));
  return (reply, source) => {
    if (isTranslated(reply, source, locale)) return sharedMarks(reply, wholeOf(source), ownNames);
    const said = new Set(termsOf(reply));
    const shared = (text: string) =>
      [...new Set(termsOf(text))].reduce((sum, term) => sum + (said.has(term) ? tells(term) : 0), 0);
    const isBare = termsOf(textOf(source)).filter((term) => tells(term) >= 1).length < 2;
    return shared(isBare ? wholeOf(source) : textOf(source)) >= 1;
  };
}

const textOf = (source: Source): string => (source.kind === "diary" ? source.answer : source.passage);

/** An answer such as 'No, never!' says what it says only with its question. */
const wholeOf = (source: Source): string =>
  source.kind === "diary" ? `${source.question}\n${source.answer}` : source.passage;

function countTerms(texts: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

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
const sureNames = new RegExp(within + capitalized, "gu");

/** Every sentence begins with a capital, so a word is surely a name only within one. */
function marksOf(text: string): { all: ReadonlySet<string>; sure: ReadonlySet<string> } {
  const numbers = [...text.normalize("NFKC").matchAll(/\p{Nd}[\p{Nd}.,:]*\p{Nd}/gu)].map(String);
  const [words, names] = [capitalizedWords, sureNames].map((pattern) => [...text.matchAll(pattern)].map(String));
  const marks = (found: string[] = []) => new Set([...numbers, ...found].map(normalize));
  return { all: marks(words), sure: marks(names) };
}
