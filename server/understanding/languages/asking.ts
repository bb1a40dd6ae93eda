import { type Language, oncePerLanguage } from "./languages.ts";
import { LearnedData } from "./learned-data.ts";
import { plainWords } from "./text-features.ts";

/** By words that ask and a question mark: both, the mark alone, the words alone, neither. */
export type AskingForm = "asked" | "marked" | "worded" | "told";

/** Words that ask stand among the first words, or among the last ('you slept where?'). */
const edges = { first: 4, last: 3 } as const;

export const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

export function formReader(asking: readonly string[]): (text: string) => AskingForm {
  const within = asking.filter((phrase) => unspacedScript.test(phrase));
  const atEdges = asking
    .filter((phrase) => !unspacedScript.test(phrase))
    .map((phrase) => ` ${plainWords(phrase).join(" ")} `);
  return (text) => {
    const words = plainWords(text);
    const read = ` ${words.slice(0, edges.first).join(" ")}  ${words.slice(edges.first).slice(-edges.last).join(" ")} `;
    const hasWord = within.some((part) => text.includes(part)) || atEdges.some((phrase) => read.includes(phrase));
    if (/[?？؟]/u.test(text)) return hasWord ? "asked" : "marked";
    return hasWord ? "worded" : "told";
  };
}

/** The built server has no `turns.json`. */
export const learnedAsking = new LearnedData(
  "asking",
  import.meta.url,
  (language): readonly string[] => language.readTurns().asking,
);

const formsOf = oncePerLanguage((language) => formReader(learnedAsking.read(language)));

/** Whether a text asks for something by a question mark or by its words; 'I bought a coat' does not. */
export const asksSomething = (text: string, language: Language): boolean => formsOf(language)(text) !== "told";
