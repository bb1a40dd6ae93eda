import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { type Language, languageFor } from "#server/understanding/languages/languages.ts";
import { endOfSentence, endOfUnspaced } from "#server/understanding/languages/sentence-ends.ts";
import { isQuestionKind } from "#server/understanding/languages/turn-kinds.ts";
import { understandText } from "#server/understanding/turns/understand-text.ts";
import type { Opening } from "#shared/api/opening.ts";
import { DEFAULT_LANGUAGE } from "#shared/voices.ts";
import type { UsableAgent } from "../agents/access.ts";
import { retrieve } from "../knowledge/knowledge.ts";
import * as queries from "./queries.ts";

const KNOWN_STARTERS = 3;
/** It is spoken too, so more would be a lecture. */
const LONGEST_QUOTE = 120;

type Pet = Pick<
  UsableAgent,
  "id" | "name" | "language" | "createdBy" | "calledAs" | "knowledgeVersion" | "embeddedModel" | "diedOn"
>;

interface Deps {
  db: Db;
  log: Log;
}

type Answer = Awaited<ReturnType<typeof queries.listAnswers>>[number];

/** Only the owner hears what was learned. */
export async function openingOf(deps: Deps, user: CurrentUser, pet: Pet): Promise<Opening> {
  const language = languageFor(pet.language) ?? languageFor(DEFAULT_LANGUAGE);
  if (language === undefined) throw new Error("The default language has no folder.");
  const answers = await queries.listAnswers(deps.db, pet.id, user.id);
  if (pet.diedOn !== null) return openingInMemory(language, pet, user, answers);
  const lastTalk = await queries.readLastTalk(deps.db, pet.id, user.id);
  const news = pet.createdBy === user.id ? answers.filter(({ isNew }) => isNew) : [];
  const known = [...answers.filter(({ isNew }) => isNew), ...shuffled(answers.filter(({ isNew }) => !isNew))];
  const asked = known.flatMap((answer) => questionTo(language, pet, answer)).slice(0, KNOWN_STARTERS);
  const read = asked.length < KNOWN_STARTERS ? await readInDocuments(deps, language, pet, answers) : [];
  const sure = [...asked, ...read].slice(0, KNOWN_STARTERS);
  const { general, ready, unknowable } = language.firstWords;
  const words =
    lastTalk === undefined
      ? firstGreeting(language, pet, user, news)
      : laterGreeting(language, pet, user, { news, about: lastTalk.about });
  return {
    greeting: words === "" ? null : words,
    ready,
    starters: [
      ...(sure.length > 0 ? sure : shuffled(general)).map((question) => ({ question, isKnown: true })),
      { question: unknowable, isKnown: false },
    ],
  };
}

/** Asks of what was, and only what the diary answers; nothing is new, and nobody is asked how they are. */
function openingInMemory({ inMemory }: Language, pet: Pet, user: CurrentUser, answers: readonly Answer[]): Opening {
  const [hello, ready] = [inMemory.phrases.hello, inMemory.phrases.ready].map(([phrase]) => phrase?.say ?? "");
  const asks = shuffled(answers).flatMap(({ key }) => (key === null ? [] : (inMemory.starters[key] ?? [])));
  return {
    greeting: filled(hello ?? "", { pet: pet.name, person: pet.calledAs ?? user.firstName }),
    ready: ready ?? "",
    starters: asks.slice(0, KNOWN_STARTERS).map((question) => ({ question, isKnown: true })),
  };
}

/** One sentence for somebody whom the pet has not met; `person`: what they are called, where that is known. */
export function helloOf(pet: Pick<Pet, "name" | "language">, person: string | null): string {
  const words = (languageFor(pet.language) ?? languageFor(DEFAULT_LANGUAGE))?.firstWords;
  if (words === undefined) throw new Error("The default language has no folder.");
  return person === null ? words.ready : filled(words.hello, { pet: pet.name, person });
}

const firstGreeting = (language: Language, pet: Pet, user: CurrentUser, news: readonly Answer[]): string =>
  news.length === 0
    ? pet.calledAs === null
      ? ""
      : helloOf(pet, pet.calledAs)
    : joined(
        [filled(language.firstWords.hello, { pet: pet.name, person: user.firstName }), learned(language, pet, news)],
        language,
      );

/** One hello, by the time of day where the person is, and then what is new, or what was last talked about. */
function laterGreeting(
  language: Language,
  pet: Pet,
  user: CurrentUser,
  { news, about }: { news: readonly Answer[]; about: string | null },
): string {
  const { helloAgain, lastTalk } = language.firstWords;
  const hello = filled(helloAgain[partOfDay(user.timeZone)], { person: pet.calledAs ?? user.firstName });
  const isAsked = about !== null && about.length <= LONGEST_QUOTE && asksOnly(about, language);
  const last = isAsked ? filled(lastTalk, { text: about }) : "";
  return joined([hello, learned(language, pet, news) || last], language);
}

/** What hurt, or was only a hello, is not said back to the person who comes again. */
const asksOnly = (about: string, language: Language): boolean =>
  isQuestionKind(understandText(about, language)[0]?.label ?? "telling");

function partOfDay(timeZone: string | null): "morning" | "day" | "evening" {
  if (timeZone === null) return "day";
  const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone });
  const hour = Number(hours.format(new Date()));
  return hour >= 5 && hour < 11 ? "morning" : hour >= 18 ? "evening" : "day";
}

const joined = (parts: readonly string[], { writing }: Language): string =>
  parts.filter((part) => part !== "").join(writing.spaced ? " " : "");

/** Of what was learned, the newest that can be quoted whole; empty where nothing can. */
function learned({ firstWords, diaryQuestions }: Language, pet: Pet, news: readonly Answer[]): string {
  for (const { key, answer } of news) {
    const text = quotable(answer, pet.language);
    if (text === null) continue;
    const topic = key === null ? undefined : diaryQuestions[key]?.topic;
    return topic === undefined ? filled(firstWords.learnedElse, { text }) : filled(firstWords.learned, { topic, text });
  }
  return "";
}

/** What a pet's papers often tell. */
const paperKeys = ["size", "birthday", "vet", "health", "favorite_food", "kind", "name_origin", "homecoming"];

/** Questions that the diary does not answer, and the documents do. */
async function readInDocuments(
  deps: Deps,
  language: Language,
  pet: Pet,
  answers: readonly Answer[],
): Promise<string[]> {
  const answered = new Set(answers.map(({ key }) => key));
  const asked: string[] = [];
  for (const key of shuffled(paperKeys.filter((each) => !answered.has(each))))
    for (const question of asksOf(language, key).map((ask) => filled(ask, { pet: pet.name }))) {
      if (asked.length === KNOWN_STARTERS) return asked;
      const { evidence } = await retrieve(deps, pet, { question, turns: [] });
      if (evidence[0]?.kind !== "document") continue;
      asked.push(question);
      break;
    }
  return asked;
}

/** None for an administrator's wording, which addresses the owner. */
function questionTo(language: Language, pet: Pet, { key, question, isOwn }: Answer): string[] {
  if (isOwn) return [question];
  const [asked] = key === null ? [] : shuffled(asksOf(language, key));
  return asked === undefined ? [] : [filled(asked, { pet: pet.name })];
}

/** So many wordings of a question take turns. */
const WORDINGS = 3;

const firstAsks = new Map<string, Map<string, string[]>>();

/** Only the first paraphrases are cached: all of them are a megabyte. */
function asksOf(language: Language, key: string): string[] {
  let asks = firstAsks.get(language.code);
  if (asks === undefined) {
    const all = Object.entries(language.readParaphrases());
    asks = new Map(all.map(([each, { ask }]) => [each, ask.slice(0, WORDINGS)]));
    firstAsks.set(language.code, asks);
  }
  // 'Who are you?' is also small talk, and then not answered from the diary.
  return (asks.get(key) ?? []).filter((ask) => asksOnly(ask, language));
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
