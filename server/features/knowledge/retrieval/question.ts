import addressWordLists from "./address-words.json" with { type: "json" };
import { analyse, fold, normalise } from "./analyze.ts";
import type { WeightedTerms } from "./inverted-index.ts";
import { detectLanguage } from "./language.ts";
import smallTalkLists from "./small-talk.json" with { type: "json" };

/** A question as the indexes want it. */
export interface Question {
  /** Without greetings and thanks; empty where there was nothing else. */
  text: string;
  language: string;
  /** Its content words, as stems. */
  terms: Set<string>;
  /** Whether it speaks to the pet: 1 yes, 0 no, between where the language may leave the person out. */
  toPet: number;
  /** 1 where it speaks of the person who asks. */
  ofAsker: number;
}

/** `locale` is the pet's; a question may be in another language. */
export function understand(message: string, locale: string): Question {
  const cut =
    message.length <= 2 * longestPart ? message : `${message.slice(0, longestPart)} ${message.slice(-longestPart)}`;
  const language = detectLanguage(cut.slice(0, enoughToTell), locale);
  const text = withoutSmallTalk(cut, language);
  return { text, language, terms: new Set(analyse(text, language)), ...addressees(text, language) };
}

/** A question's terms at weight 1 each. */
export function weighTerms(text: string, language: string): WeightedTerms {
  return new Map(analyse(text, language).map((term) => [term, 1]));
}

// Who pastes a page asks before it or after it; the rest would only cost time (8,000 random letters took 0.1 s).
const longestPart = 1_000;
const enoughToTell = 400;

const smallTalkPhrases: Partial<Record<string, string[]>> = smallTalkLists;
const smallTalkPatterns = new Map<string, RegExp>();

function withoutSmallTalk(message: string, language: string): string {
  const phrases = smallTalkPhrases[language];
  if (!phrases) return message;
  let pattern = smallTalkPatterns.get(language);
  if (!pattern) {
    const longestFirst = [...phrases].sort((x, y) => y.length - x.length).map((phrase) => phrase.replace(/ /g, "\\s+"));
    // Languages without spaces have no border to look for.
    pattern =
      language === "zh" || language === "ja"
        ? new RegExp(longestFirst.join("|"), "giu")
        : new RegExp(
            `(?<=^\\P{L}{0,4}|[.!?,;:…。؟،।]\\P{L}{0,4})(?:${longestFirst.join("|")})(?![\\p{L}\\p{M}])`,
            "giu",
          );
    smallTalkPatterns.set(language, pattern);
  }
  const rest = message.normalize("NFKC").replaceAll("’", "'").replace(pattern, " ").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

// Korean and Japanese hardly ever say "you"; the others may leave it to the verb, whose forms are too many to list.
const unsaid = 0.5;
const unsaidButInflected = 0.35;
const inflecting = new Set(["es", "pt", "it", "ar", "hi"]);

interface AddressWords {
  pet: Set<string>;
  asker: Set<string>;
}

const addressWords = new Map(
  Object.entries(addressWordLists).map(([language, { pet, asker }]): [string, AddressWords] => [
    language,
    { pet: wordSet(pet), asker: wordSet(asker) },
  ]),
);

function wordSet(words: string): Set<string> {
  return new Set(words.split(" ").filter(Boolean).map(fold));
}

function addressees(text: string, language: string): { toPet: number; ofAsker: number } {
  const words = addressWords.get(language);
  const plain = normalise(text);
  if (!words) return { toPet: unsaid, ofAsker: 0 };
  if (language === "zh" || language === "ja") {
    const says = (set: Set<string>) => ([...set].some((word) => plain.includes(word)) ? 1 : 0);
    return { toPet: words.pet.size === 0 ? unsaid : says(words.pet), ofAsker: says(words.asker) };
  }
  const tokens = (plain.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  const says = (set: Set<string>, inflected: RegExp | undefined) =>
    tokens.some((token) => set.has(token) || inflected?.test(token)) ? 1 : 0;
  // Arabic writes both persons into the word: your food is طعامك, you sleep is تنام, my bag is حقيبتي.
  const arabic = language === "ar";
  return {
    toPet: Math.max(
      words.pet.size === 0 ? unsaid : says(words.pet, arabic ? /^(?:ت.{3,}|.{3,}ك)$/u : undefined),
      inflecting.has(language) ? unsaidButInflected : 0,
    ),
    ofAsker: says(words.asker, arabic ? /^.{3,}ي$/u : undefined),
  };
}
