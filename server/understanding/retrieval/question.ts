import { LRUCache } from "lru-cache";
import { type Language, languageFor } from "../languages/languages.ts";
import type { QuestionWords } from "../languages/schema.ts";
import { analyze, fold, normalize } from "./analyze.ts";
import type { WeightedTerms } from "./inverted-index.ts";
import { detectLanguage } from "./language.ts";
import { anyOf } from "./word-list.ts";

export type WantedKind = keyof QuestionWords["wanted"];
export type AskedFor = keyof QuestionWords["askedFor"];

export interface Question {
  /** Without greetings and thanks; empty where there was nothing else. */
  text: string;
  language: string;
  /** Without words that carry no topic in a question ("tell", "like"). */
  content: string;
  terms: ReadonlySet<string>;
  /** Each kind with the pattern of an answer that gives it. */
  wants: ReadonlyMap<WantedKind, RegExp>;
  /** `names` finds a name in languages without capitals. */
  wantsName: boolean;
  names: RegExp | null;
  askedFor: ReadonlySet<AskedFor>;
  /** The stem of "color" in "which color do you fear?"; null where nothing follows the question word. */
  head: string | null;
  isClosed: boolean;
  /** Whether it is about what is liked or eaten, or what is not; null where it is about neither, or for yes or no. */
  likes: boolean | null;
  /** `begins`: with "and" or "what about"; `refers`: by "it" or "there". */
  begins: boolean;
  refers: boolean;
  /** From 0 to 1, in between where the language may leave out the pronoun. */
  toPet: number;
  /** 1 where it is about the person who asks, else 0. */
  ofAsker: number;
}

/** Each question of a chat is read again for the two that follow it. */
const understood = new LRUCache<string, Question>({ max: 200 });

export function understand(message: string, locale: string): Question {
  // Written out before the cut: 18 letters stand behind the one sign 'ﷺ'.
  const cut = bothEnds(bothEnds(message).normalize("NFKC"));
  const key = `${locale}\n${cut}`;
  const cached = understood.get(key) ?? read(cut, locale);
  understood.set(key, cached);
  return cached;
}

const bothEnds = (text: string): string =>
  text.length <= 2 * longestPart ? text : `${text.slice(0, longestPart)} ${text.slice(-longestPart)}`;

function read(cut: string, locale: string): Question {
  const language = detectLanguage(cut.slice(0, enoughToTell), locale);
  const text = withoutSmallTalk(written(cut, language), language);
  const content = withoutTopicless(text, language);
  return {
    ...{ text, language, content, terms: new Set(analyze(content, language)) },
    ...addressees(text, language),
    ...pointers(text, language),
  };
}

/** A longer question says by itself what is asked. */
const SHORT = { words: 4, characters: 10 } as const;

/** Whether a question makes no sense without the one before: "and when?", "who fixed it?". */
export function goesOn(message: string, locale: string): boolean {
  const { text, language, terms, begins, refers } = understand(message, locale);
  const isSpaced = languageFor(language)?.writing.spaced ?? true;
  const isShort = isSpaced
    ? (text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).length <= SHORT.words
    : text.length <= SHORT.characters;
  return terms.size === 0 || (refers && terms.size === 1) || (begins && isShort);
}

export function weighTerms(text: string, language: string): WeightedTerms {
  return new Map(analyze(text, language).map((term) => [term, 1]));
}

// In characters: whoever pastes a page asks before or after it, and 8,000 random letters took 0.1 s.
const longestPart = 1_000;
const enoughToTell = 400;

function written(message: string, locale: string): string {
  const language = languageFor(locale);
  if (language === undefined || Object.keys(language.questions.shorthand).length === 0) return message;
  let shorthand = shorthands.get(language);
  if (!shorthand) {
    shorthand = shorthandOf(language);
    shorthands.set(language, shorthand);
  }
  const { find, words } = shorthand;
  return message.replaceAll(find, (word) => words.get(normalize(word).replaceAll("’", "'")) ?? word);
}

interface Shorthand {
  find: RegExp;
  words: ReadonlyMap<string, string>;
}

const shorthands = new Map<Language, Shorthand>();

function shorthandOf({ questions, writing }: Language): Shorthand {
  const words = new Map(Object.entries(questions.shorthand));
  const find = writing.spaced ? /[\p{L}\p{M}\p{N}'’]+/gu : new RegExp(anyOf([...words.keys()], writing), "gu");
  return { find, words };
}

function withoutTopicless(text: string, locale: string): string {
  const language = languageFor(locale);
  if (language === undefined || !language.writing.spaced) return text;
  const { topicless } = patternsOf(language);
  const rest = text.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => (topicless.test(normalize(word)) ? " " : word));
  return analyze(rest, locale).length > 0 ? rest : text;
}

interface Patterns {
  topicless: RegExp;
  begins: RegExp;
  refers: RegExp;
  names: RegExp | undefined;
  nameGiven: RegExp | null;
  askedFor: [AskedFor, RegExp][];
  thing: RegExp;
  likes: { asked: RegExp; denied: RegExp };
  wanted: [WantedKind, { asked: RegExp; given: RegExp }][];
}

const patterns = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  let cached = patterns.get(language);
  if (!cached) {
    const { topicless, followUp, wanted, nameAsked, nameGiven, askedFor, thingAsked, likes } = language.questions;
    const { spaced, script } = language.writing;
    // People leave out accents, and Korean words get endings.
    const anyForm = (words: readonly string[]) => anyOf(words.map(fold), { spaced: spaced && script !== "Korean" });
    const given = (kind: WantedKind): RegExp => {
      const words = anyOf(wanted[kind].given, { spaced });
      return kind in digits ? new RegExp(`${digits[kind]?.source}|${words.source}`, "u") : words;
    };
    cached = {
      topicless: new RegExp(`^${anyOf(topicless, { spaced }).source}$`, "u"),
      begins: anyOf(followUp.begins, { spaced, atStart: true }),
      refers: anyOf(followUp.refers, { spaced }),
      names: nameAsked.length === 0 ? undefined : anyOf(nameAsked, { spaced }),
      nameGiven: nameGiven.length === 0 ? null : new RegExp(anyOf(nameGiven, { spaced }), "gu"),
      askedFor: askedForKinds.map((kind) => [kind, anyForm(askedFor[kind])]),
      thing: anyForm(thingAsked),
      likes: { asked: anyForm(likes.asked), denied: anyForm(likes.denied) },
      wanted: kinds.map((kind) => [kind, { asked: anyOf(wanted[kind].asked, { spaced }), given: given(kind) }]),
    };
    patterns.set(language, cached);
  }
  return cached;
}

const kinds = ["amount", "time", "money", "color"] as const;
const askedForKinds = ["who", "where", "when", "why", "how", "amount"] as const;
const digits: Partial<Record<WantedKind, RegExp>> = { amount: /\p{N}/u, time: /\p{N}/u, money: /\p{Sc}/u };

type Pointers = Pick<
  Question,
  "wants" | "wantsName" | "names" | "askedFor" | "head" | "isClosed" | "likes" | "begins" | "refers"
>;

const noPointers = {
  ...{ wantsName: false, names: null, head: null, isClosed: false, likes: null, begins: false, refers: false },
} as const;

function pointers(text: string, locale: string): Pointers {
  const language = languageFor(locale);
  if (language === undefined) return { ...noPointers, wants: new Map(), askedFor: new Set() };
  const known = patternsOf(language);
  const plain = normalize(text);
  const folded = fold(plain);
  const wants = new Map(known.wanted.flatMap(([kind, { asked, given }]) => (asked.test(plain) ? [[kind, given]] : [])));
  const askedFor = new Set(known.askedFor.flatMap(([kind, asked]) => (asked.test(folded) ? [kind] : [])));
  const isClosed = wants.size === 0 && askedFor.size === 0 && !known.thing.test(folded);
  return {
    head: headOf(folded, [known.thing, ...known.askedFor.map(([, asked]) => asked)], locale),
    ...{ wants, askedFor, wantsName: known.names?.test(plain) === true, names: known.nameGiven },
    isClosed,
    likes: isClosed || !known.likes.asked.test(folded) ? null : !known.likes.denied.test(folded),
    begins: known.begins.test(plain),
    refers: known.refers.test(plain),
  };
}

function headOf(folded: string, questionWords: readonly RegExp[], locale: string): string | null {
  const ends = questionWords.flatMap((word) => {
    const match = word.exec(folded);
    return match === null ? [] : [match.index + match[0].length];
  });
  return ends.length === 0 ? null : (analyze(folded.slice(Math.min(...ends)), locale)[0] ?? null);
}

const smallTalkPatterns = new Map<Language, RegExp>();

function withoutSmallTalk(message: string, locale: string): string {
  const language = languageFor(locale);
  if (language === undefined) return message;
  let pattern = smallTalkPatterns.get(language);
  if (!pattern) {
    pattern = smallTalkPattern(language);
    smallTalkPatterns.set(language, pattern);
  }
  const rest = message.normalize("NFKC").replaceAll("’", "'").replace(pattern, " ").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

function smallTalkPattern({ questions, writing }: Language): RegExp {
  const longestFirst = [...questions.smallTalk].sort((x, y) => y.length - x.length);
  const phrases = longestFirst.map((phrase) => phrase.replace(/ /g, "\\s+")).join("|");
  if (!writing.spaced) return new RegExp(phrases, "giu");
  return new RegExp(`(?<=^\\P{L}{0,4}|[.!?,;:…。؟،।]\\P{L}{0,4})(?:${phrases})(?![\\p{L}\\p{M}])`, "giu");
}

/** `toPet` without a pronoun, by how often the language leaves pronouns out. */
const leftOut = { never: 0, often: 0.35, usually: 0.5 } as const;

interface AddressWords {
  readonly words: ReadonlySet<string>;
  readonly forms: RegExp | undefined;
}

const addressWords = new Map<Language, { readonly you: AddressWords; readonly me: AddressWords }>();

function addressWordsOf(language: Language) {
  let cached = addressWords.get(language);
  if (!cached) {
    cached = { you: addressWordsFrom(language.questions.you), me: addressWordsFrom(language.questions.me) };
    addressWords.set(language, cached);
  }
  return cached;
}

function addressWordsFrom({ words, forms }: QuestionWords["me"]): AddressWords {
  return { words: new Set(words.map(fold)), forms: forms === undefined ? undefined : new RegExp(forms, "u") };
}

function addressees(text: string, locale: string): { toPet: number; ofAsker: number } {
  const language = languageFor(locale);
  if (language === undefined) return { toPet: leftOut.usually, ofAsker: 0 };
  const { you, me } = addressWordsOf(language);
  const plain = normalize(text);
  const tokens = (plain.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  const says = ({ words, forms }: AddressWords) =>
    language.writing.spaced
      ? tokens.some((token) => words.has(token) || forms?.test(token))
      : [...words].some((word) => plain.includes(word));
  return {
    toPet: Math.max(says(you) ? 1 : 0, leftOut[language.questions.you.leftOut]),
    ofAsker: says(me) ? 1 : 0,
  };
}
