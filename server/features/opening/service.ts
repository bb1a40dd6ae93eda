import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { type Language, languageFor } from "#server/understanding/languages/languages.ts";
import { endOfSentence, endOfUnspaced } from "#server/understanding/languages/sentence-ends.ts";
import type { Opening } from "#shared/api/opening.ts";
import { DEFAULT_LANGUAGE } from "#shared/voices.ts";
import * as queries from "./queries.ts";

const KNOWN_STARTERS = 3;
/** It is spoken too, so more would be a lecture. */
const LONGEST_QUOTE = 120;

interface Pet {
  id: string;
  name: string;
  language: string;
  createdBy: string | null;
}

type Answer = Awaited<ReturnType<typeof queries.listAnswers>>[number];

/** Only the owner hears what was learned. */
export async function openingOf(db: Db, user: CurrentUser, pet: Pet): Promise<Opening> {
  const language = languageFor(pet.language) ?? languageFor(DEFAULT_LANGUAGE);
  if (language === undefined) throw new Error("The default language has no folder.");
  const answers = await queries.listAnswers(db, pet.id, user.id);
  const news = pet.createdBy === user.id ? answers.filter(({ isNew }) => isNew) : [];
  const known = [...answers.filter(({ isNew }) => isNew), ...shuffled(answers.filter(({ isNew }) => !isNew))];
  return {
    greeting: news.length === 0 ? null : greetingOf(language, pet, user, news),
    starters: [
      ...known
        .flatMap((answer) => questionTo(language, pet, answer))
        .slice(0, KNOWN_STARTERS)
        .map((question) => ({ question, isKnown: true })),
      { question: language.firstWords.unknowable, isKnown: false },
    ],
  };
}

/** Of what was learned, the newest that can be quoted whole. */
function greetingOf(
  { firstWords, diaryQuestions }: Language,
  pet: Pet,
  user: CurrentUser,
  news: readonly Answer[],
): string {
  const hello = filled(firstWords.hello, { pet: pet.name, person: user.firstName });
  for (const { key, answer } of news) {
    const text = quotable(answer, pet.language);
    if (text === null) continue;
    const topic = key === null ? undefined : diaryQuestions[key]?.topic;
    const learned =
      topic === undefined ? filled(firstWords.learnedElse, { text }) : filled(firstWords.learned, { topic, text });
    return `${hello} ${learned}`;
  }
  return hello;
}

/** None for an administrator's wording, which addresses the owner. */
function questionTo(language: Language, pet: Pet, { key, question, isOwn }: Answer): string[] {
  if (isOwn) return [question];
  const asked = key === null ? undefined : firstAskOf(language, key);
  return asked === undefined ? [] : [filled(asked, { pet: pet.name })];
}

const firstAsks = new Map<string, Map<string, string>>();

/** Only the first paraphrases are cached: all of them are a megabyte. */
function firstAskOf(language: Language, key: string): string | undefined {
  let asks = firstAsks.get(language.code);
  if (asks === undefined) {
    asks = new Map(Object.entries(language.readParaphrases()).map(([each, { ask }]) => [each, ask[0] ?? ""]));
    firstAsks.set(language.code, asks);
  }
  return asks.get(key);
}

/** One pass, so that nothing is filled into what was filled in. */
const filled = (phrase: string, values: Record<string, string>): string =>
  phrase.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** As many whole sentences as fit; null where the first does not: a quotation is never cut in its middle. */
function quotable(answer: string, language: string): string | null {
  const text = answer.replace(/\s+/g, " ").trim();
  if (text.length <= LONGEST_QUOTE) return text;
  for (let end = LONGEST_QUOTE; end > 0; end--)
    if (endsSentence(text.slice(0, end), text.slice(end), language)) return text.slice(0, end);
  return null;
}

function endsSentence(before: string, after: string, language: string): boolean {
  if (endOfUnspaced(before, after.charAt(0)) === "yes") return true;
  if (!after.startsWith(" ")) return false;
  const end = endOfSentence(before, language);
  return end === "yes" || (end !== "no" && !end.test(after.charAt(1)));
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
