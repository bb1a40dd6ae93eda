import { plain } from "../languages/animals.ts";
import type { Language } from "../languages/languages.ts";
import type { TurnWords } from "../languages/schema.ts";

const LOOKED = 200;
const most = { phrases: 5, words: 5 } as const;
/** A shorter greeting may be the beginning of another word. */
const SURE_UNSPACED = 3;
const least = { spaced: 2, unspaced: 3 } as const;

export type SalutationReader = (message: string) => string;

interface Token {
  plain: string;
  start: number;
  end: number;
}

/** "Good morning, old friend, how was your day?" asks how the day was. */
export function salutationReader(
  { greetings, callNames, fillers }: TurnWords["wordings"],
  language: Language,
): SalutationReader {
  const greet = new Set([...greetings, ...fillers].map((phrase) => plain(phrase, language)));
  const call = new Set(callNames.map((phrase) => plain(phrase, language)));
  const { spaced } = language.writing;
  const enough = spaced ? least.spaced : least.unspaced;
  const isEnough = (rest: string) => plain(rest.slice(0, LOOKED), language).split(spaced ? " " : "").length >= enough;

  function endOfPhrase(text: string, tokens: readonly Token[], isGreeted: boolean): number {
    for (let count = Math.min(most.words, tokens.length); count > 0; count--) {
      const last = tokens[count - 1];
      if (last === undefined) continue;
      const phrase = tokens
        .slice(0, count)
        .map((token) => token.plain)
        .join(spaced ? " " : "");
      if (greet.has(phrase) || (call.has(phrase) && (isGreeted || isSetOff(text.slice(last.end))))) return last.end;
    }
    return spaced ? 0 : endOfGreeting(tokens[0]);
  }

  function endOfGreeting(token: Token | undefined): number {
    if (token === undefined) return 0;
    const matching = [...greet].filter((phrase) => phrase.length >= SURE_UNSPACED && token.plain.startsWith(phrase));
    const longest = Math.max(0, ...matching.map((phrase) => phrase.length));
    return longest === 0 ? 0 : token.start + longest;
  }

  return (message) => {
    let rest = message;
    for (let phrases = 0; phrases < most.phrases; phrases++) {
      const end = endOfPhrase(rest, tokensOf(rest, language), phrases > 0);
      if (end === 0) break;
      rest = rest.slice(end).replace(/^[^\p{L}\p{M}\p{N}]+/u, "");
    }
    return rest === message || !isEnough(rest) ? message : rest;
  };
}

/** Whether a sign follows, or the gap where a name stood. */
const isSetOff = (after: string): boolean => /^\s*(?:[^\s\p{L}\p{M}\p{N}]|\s\s|$)/u.test(after);

function tokensOf(text: string, language: Language): Token[] {
  const words = text.slice(0, LOOKED).matchAll(/[\p{L}\p{M}\p{N}'’ʼ`´＇]+/gu);
  return [...words].slice(0, most.words).map((match) => ({
    plain: plain(match[0], language),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
