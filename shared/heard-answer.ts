import heardWords from "./heard-words.json" with { type: "json" };

type HeardAnswer =
  | { kind: "answer"; answer: string }
  /** They don't know, or have nothing to tell. */
  | { kind: "unknown" }
  | { kind: "skip" }
  /** For the previous question. */
  | { kind: "correction"; answer: string };

interface Words {
  unknown: readonly string[];
  skip: readonly string[];
  /** A bare 'no' or 'nothing': an answer only where there may be none of what the question asks for. */
  nothing: readonly string[];
  stop: readonly string[];
  correction: readonly string[];
  /** Words that change nothing: 'hmm, I really don't know'. */
  filler: readonly string[];
}

const byLanguage: Record<string, Words> = heardWords;

/** In the pet's language or in English, which the screen speaks. */
export function hearAnswer(said: string, language: string, question: string): HeardAnswer {
  const words = wordsFor(language);
  const plain = plainOf(said);
  const is = (kind: WordKind) => isOneOf(words, kind, plain);
  if (is("unknown")) return { kind: "unknown" };
  if (is("skip")) return { kind: "skip" };
  if (is("nothing") && alwaysHasAnAnswer.test(question)) return { kind: "unknown" };
  const begins = words.flatMap(({ correction }) => correction).sort((one, other) => other.length - one.length);
  const begin = begins.find((one) => beginsWith(plain, plainOf(one)));
  const rest = begin === undefined ? "" : afterWords(said, plainOf(begin));
  return rest === "" ? { kind: "answer", answer: said } : { kind: "correction", answer: rest };
}

/** The answer to whether to go on: 'stop', 'no', 'later'. Anything else goes on. */
export function wantsToStop(said: string, language: string): boolean {
  const words = wordsFor(language);
  const parts = said.split(/[,.;:!?…、。，！？]/u).filter((part) => !goesOn.test(part.trim()));
  const kinds = ["stop", "nothing", "skip"] as const;
  return parts.some((part) => kinds.some((kind) => isOneOf(words, kind, plainOf(part))));
}

/** 'Next' skips a question, but goes on with the interview. */
const goesOn = /^(?:next|weiter|nächste|siguiente|suivant|avanti|prossima|próxima|volgende|дальше|след|$)/iu;

type WordKind = "unknown" | "skip" | "nothing" | "stop";

const wordsFor = (language: string): Words[] =>
  [byLanguage[language.slice(0, 2)], byLanguage.en].filter((known) => known !== undefined);

const isOneOf = (words: readonly Words[], kind: WordKind, plain: string): boolean =>
  words.some(({ filler, ...known }) => {
    const meant = withoutFiller(plain, filler);
    return known[kind].some((one) => withoutFiller(plainOf(one), filler) === meant);
  });

/** 'None' tells nothing about these questions; 'What am I afraid of?' it answers. */
const alwaysHasAnAnswer =
  /^(?:how|where|when|why|what kind|who are)\b|\bfavou?rite\b|\blook like\b|\bhome like\b|\beat every day\b|\bthink of\b|\bwould (?:i|you)\b|\b(?:story|adventure)\b/i;

/** So that 'No, wait!' and 'no wait' are the same. */
const plainOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLocaleLowerCase("en")
    .replace(/[’'`´]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const withoutFiller = (plain: string, filler: readonly string[]): string =>
  plain
    .split(" ")
    .filter((word) => !filler.includes(word))
    .join(" ");

const isSpaceless = (text: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

const beginsWith = (plain: string, begin: string): boolean =>
  plain.startsWith(isSpaceless(begin) ? begin : `${begin} `);

/** What follows the words `plain` in the text, as it was written. */
function afterWords(text: string, plain: string): string {
  for (let end = 1; end <= text.length; end += 1)
    if (
      plainOf(text.slice(0, end)) === plain &&
      !/^[\p{L}\p{M}\p{N}’']/u.test(isSpaceless(plain) ? " " : text.slice(end))
    )
      return text
        .slice(end)
        .replace(/^[\s,.:;!?…、。，：！？—–-]+/u, "")
        .trim();
  return "";
}
