import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { HardQuestion } from "#server/understanding/languages/in-memory-schema.ts";
import type { Language } from "#server/understanding/languages/languages.ts";
import type { Phrase } from "#server/understanding/languages/schema.ts";
import { saysPhrase } from "#tests/support/diary-talk.ts";
import { conversationSet } from "../conversation/set-format.ts";
import { createSpeaker } from "../conversation/speaker.ts";

const DIED_ON = "2025-11-02";

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, file), "utf8"));

const questions = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));
/** By language, what only a pet that lives would say. */
const claims = z.record(z.string(), z.string()).parse(read("never.json"));

export interface JudgedAnswer {
  kind: string;
  question: string;
  reply: string;
  /** It says something as if the pet lived, waited or watched. */
  isOfNow: boolean;
  /** By words for what was asked, or out of the diary. */
  isAnswered: boolean;
}

/** Asks a pet that has died the hard questions of one language; `seen` was used to write the patterns, `held` never. */
export async function judgeLanguage(language: Language, half: "seen" | "held"): Promise<JudgedAnswer[]> {
  const set = conversationSet.parse(read(`../conversation/sets/${language.code}/seen.json`));
  const [pet] = set.pets;
  if (pet === undefined) throw new Error(`no pet in ${language.code}`);
  const speaker = createSpeaker(pet, set.locale, DIED_ON);
  const asked = questions.parse(read(`${half}.json`))[language.code] ?? [];
  const judged: JudgedAnswer[] = [];
  for (const [kind, written] of asked) {
    const question = written.replaceAll(/Luna|Луна|لونا|लूना|ルナ|루나|露娜/gu, pet.name);
    const { text: reply, sources } = await speaker.say(question, []);
    const isQuoted = sources.length > 0;
    judged.push({
      ...{ kind, question, reply },
      isOfNow: saysOfNow(reply, language) || !isOfPhrases(reply, language),
      isAnswered: isQuoted || saysPhrase(reply, answersTo(kind, language)),
    });
  }
  return judged;
}

export function saysOfNow(text: string, { code, writing }: Language): boolean {
  const [opening, closing] = writing.quotationMarks;
  const own = text.replaceAll(new RegExp(`${opening}.*?${closing}`, "gsu"), "");
  return new RegExp(claims[code] ?? "(?!)", "iu").test(own);
}

/** Nothing is said but what somebody wrote for a pet that has died. */
function isOfPhrases(text: string, { inMemory: { phrases }, ownFacts, emergency }: Language): boolean {
  const { readers, cost, leaving } = ownFacts.phrases;
  const asks = Object.values(emergency.petAsks).flat();
  return saysPhrase(text, [...Object.values(phrases).flat(), ...readers, ...cost, ...leaving]) || asks.includes(text);
}

const alsoAnswers: Partial<Record<string, readonly (keyof Language["inMemory"]["phrases"])[]>> = {
  ...{ age: ["lived", "noAge"], after: ["where"], where: ["where"], dead: ["dead", "alive"], alive: ["alive", "dead"] },
  ...{ missing: ["missing", "grief"], fault: ["fault", "grief"], love: ["love", "grief"] },
};

function answersTo(kind: string, { inMemory: { phrases } }: Language): Phrase[] {
  const own: readonly (keyof typeof phrases)[] = alsoAnswers[kind] ?? (isAsked(kind, phrases) ? [kind] : []);
  return own.flatMap((list) => phrases[list]);
}

const isAsked = <Lists extends object>(kind: string, lists: Lists): kind is string & keyof Lists & HardQuestion =>
  Object.hasOwn(lists, kind);
