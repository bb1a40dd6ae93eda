import { plain } from "../languages/animals.ts";
import { type HardQuestion, hardQuestions } from "../languages/in-memory-schema.ts";
import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { plainLetters, plainWords } from "../languages/text-features.ts";
import { isWordedQuestion } from "../retrieval/question-bank.ts";

/** In characters, from the end of the message, where a question mostly stands. */
const LONGEST = 160;

/** Their words are those of everyday questions too ("Where do you sleep?"), so that little else may stand in the message. */
const everyday: ReadonlySet<HardQuestion> = new Set([
  ...["watching", "love", "needs", "invite", "now", "alive", "where", "self", "age"],
] as const);
/** Words that tell something; letters where a pattern is found anywhere. */
const MOST_ELSE = { words: 1, letters: 7 } as const;

/** Never a question of the diary, however it is worded there. */
const ofNowAlone: ReadonlySet<HardQuestion> = new Set([
  ...["missing", "waiting", "needs", "invite", "alive", "age", "dead"],
] as const);

/** What a pet that has died is asked, such as whether it is alive or waits; null for everything else. */
export function hardQuestionIn(message: string, language: Language): HardQuestion | null {
  const { wholeWords } = language.emergency;
  const words = plain(message.slice(-LONGEST), language);
  const text = wholeWords ? ` ${words} ` : words.replaceAll(" ", "");
  const isAsked = (kind: HardQuestion, pattern: RegExp): boolean => {
    const found = pattern.exec(text)?.[0] ?? "";
    return found !== "" && (!everyday.has(kind) || isLittle(text.replace(found, " "), language));
  };
  const asked = patternsOf(language).find(([kind, patterns]) => patterns.some((pattern) => isAsked(kind, pattern)));
  const kind = asked?.[0] ?? null;
  const isOfDiary = kind !== null && !ofNowAlone.has(kind) && isWordedQuestion(message, language.code);
  return isOfDiary ? null : kind;
}

function isLittle(rest: string, language: Language): boolean {
  if (!language.emergency.wholeWords) return rest.trim().length <= MOST_ELSE.letters;
  const stopWords = stopWordsOf(language);
  return rest.split(" ").filter((word) => word !== "" && !stopWords.has(word)).length <= MOST_ELSE.words;
}

const stopWordsOf = oncePerLanguage(({ questions: { stopWords, you, me } }) => {
  const all = [...stopWords, ...you.words, ...me.words];
  return new Set(all.flatMap(plainWords));
});

const patternsOf = oncePerLanguage(({ emergency: { wholeWords }, inMemory: { asks } }) => {
  const compiled = (ask: string) => {
    const source = sourceOf(ask, wholeWords);
    return new RegExp(wholeWords ? `(?<![^ ])(?:${source})(?![^ ])` : source, "u");
  };
  return hardQuestions.map((kind) => [kind, asks[kind].map(compiled)] as const);
});

/** The signs are those of emergency.json. */
const sourceOf = (ask: string, wholeWords: boolean): string =>
  ask
    .split("…")
    .map((part) =>
      plainLetters(part.trim())
        .replaceAll("*", wholeWords ? "[^ ]*" : "")
        .replaceAll("(", "(?:"),
    )
    .map((part) => (wholeWords ? part : part.replaceAll(" ", "")))
    .filter((part) => part !== "")
    .join(wholeWords ? " (?:[^ ]+ ){0,5}?" : ".{0,10}?");
