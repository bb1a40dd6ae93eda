import { plainWords } from "../languages/text-features.ts";

/** Whether a text asks: with a question mark and a word that asks, with one of them, or with neither. */
export type Form = "asked" | "marked" | "worded" | "told";

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Where words that ask stand, in languages with spaces: among the first, or among the last ('you slept where?'). */
const edges = { first: 4, last: 3 } as const;

/** Tells the form of texts in a language by its words and phrases that ask. */
export function formReader(asking: readonly string[]): (text: string) => Form {
  const within = asking.filter((phrase) => unspaced.test(phrase));
  const atEdges = asking
    .filter((phrase) => !unspaced.test(phrase))
    .map((phrase) => ` ${plainWords(phrase).join(" ")} `);
  return (text) => {
    const words = plainWords(text);
    const read = ` ${words.slice(0, edges.first).join(" ")}  ${words.slice(edges.first).slice(-edges.last).join(" ")} `;
    const hasWord = within.some((part) => text.includes(part)) || atEdges.some((phrase) => read.includes(phrase));
    if (/[?？؟]/u.test(text)) return hasWord ? "asked" : "marked";
    return hasWord ? "worded" : "told";
  };
}
