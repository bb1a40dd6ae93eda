import type { LanguageModel } from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { aboutPossibleDanger, helpFor } from "#server/understanding/danger/emergency.ts";
import { acknowledge, interviewerWords, isSad } from "#server/understanding/interview/acknowledge.ts";
import { consentIn, type HeardWords, hearAnswer, wantsToStop } from "#server/understanding/interview/hear-answer.ts";
import { followUpTo, localizeQuestion, questionAbout } from "#server/understanding/languages/localize-question.ts";
import { understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { Act } from "#server/understanding/turns/turn.ts";
import type { hearInterview as contract } from "#shared/api/diary.ts";
import type { BodyOf, ResponseOf } from "#shared/route.ts";
import type { UsableAgent } from "../agents/access.ts";
import { localeOfText } from "../knowledge/knowledge.ts";
import { findOpenQuestion } from "../open-questions/service.ts";
import type { UsageMeter } from "../usage/service.ts";
import { type InterviewJudgment, judgeByModel } from "./interview-model.ts";
import * as queries from "./queries.ts";

export interface InterviewDeps {
  db: Db;
  llm: LanguageModel;
  log: Log;
  usage: UsageMeter;
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
}

type Body = BodyOf<typeof contract>;
type Heard = ResponseOf<typeof contract>;
type Pet = Pick<UsableAgent, "id" | "name" | "language" | "species" | "birthday">;

/** Somebody waits for a reply of a sentence: after that the rules decide. */
const LONGEST_WAIT_S = 12;

/** Without a model Will speaks the pet's language. */
const saying = (kind: Heard["kind"], { name, language }: Pet, text: string): Heard => ({
  ...{ kind, answer: null, stops: false, followUp: null, language },
  reply: text.replaceAll("{pet}", () => name),
});

/** Judges by the language model, or by rules where there is none or it fails. Throws HttpError 404. */
export async function hearInterview(deps: InterviewDeps, user: { id: string }, pet: Pet, body: Body): Promise<Heard> {
  const { said, questionId } = body;
  const danger = helpFor(said, pet.language);
  const help = danger?.kind === "person" ? danger : null;
  if (help !== null && help.text !== null) {
    const reply = [help.text, ...help.petSays.slice(0, 1)].join("\n\n");
    return { ...saying("other", pet, ""), reply, language: localeOfText(reply, pet.language) };
  }
  const scene = await readScene(deps.db, pet, body);
  if (questionId === null) return hearRest(scene, pet, said);
  const consent = body.unsure ? consentIn(said, pet.language) : { isGiven: null, rest: said };
  if (consent.isGiven === false) return saying("other", pet, interviewerWords(pet.language).notWritten);
  if (consent.isGiven && body.unsure) return heardAnswer(body.unsure, false, scene, pet);
  const heard = hearOnce(consent.rest, { ...scene, wasUnsure: Boolean(body.unsure) }, pet);
  const byRules = hearByRules(heard, scene, pet);
  if (deps.llm.engine === null) {
    if (help === null) return byRules;
    const [reply = byRules.reply] = help.petSays;
    return { ...byRules, reply, language: localeOfText(reply, pet.language), followUp: null };
  }
  const hint = help === null ? null : aboutPossibleDanger(help.kind);
  const judged = await askModel(deps, user, { ...scene, pet, hint });
  return judged === null ? byRules : hearByModel(judged, heard, byRules, scene, pet);
}

/** Whoever was asked whether to write something down, and says the like again, means it. */
function hearOnce(said: string, scene: Scene & { wasUnsure: boolean }, { language }: Pet): HeardWords {
  const { key, question } = scene.asked;
  const heard = hearAnswer(said, language, { key, question, isFurther: scene.followUp !== null });
  return heard.kind === "unsure" && scene.wasUnsure ? { ...heard, kind: "answer", stops: false } : heard;
}

type Scene = Awaited<ReturnType<typeof readScene>>;

async function readScene(db: Db, pet: Pet, { said, questionId, followUp, previousId, number }: Body) {
  const answers = await queries.listAnswers(db, pet.id);
  const questions = [...(await queries.listActiveQuestions(db)), ...(await queries.listOwnQuestions(db, pet.id))];
  const asked =
    questionId === null
      ? nothingAsked
      : (questions.find(({ id }) => id === questionId) ?? (await open(db, pet, questionId)));
  const byId = new Map(questions.map((question) => [question.id, question] as const));
  const diary = answers.flatMap(({ questionId: id, answer }) => {
    const question = byId.get(id);
    return question === undefined ? [] : [{ id, question: question.question, answer }];
  });
  const previous = diary.find(({ id }) => id === previousId) ?? null;
  const question = localizeQuestion(pet.language, asked);
  return { asked, question, said, diary, previous, followUp: followUp || null, number };
}

const nothingAsked = { key: null, question: "", category: null };

async function open(db: Db, pet: Pet, id: string) {
  const question = await findOpenQuestion(db, pet.id, id);
  if (question === undefined) throw notFound("Question");
  return { key: null, question, category: null };
}

/** Will has asked whether to go on. */
function hearRest(scene: Scene, pet: Pet, said: string): Heard {
  const heard = hearAnswer(said, pet.language, { key: null, question: "" });
  if (heard.kind === "stop" || wantsToStop(said, pet.language))
    return saying("stop", pet, interviewerWords(pet.language).stopped);
  return heard.kind === "question" || heard.kind === "correction"
    ? hearByRules(heard, scene, pet)
    : saying("other", pet, "");
}

function hearByRules(heard: HeardWords, scene: Scene, pet: Pet): Heard {
  const words = interviewerWords(pet.language);
  switch (heard.kind) {
    case "stop":
      return saying("stop", pet, words.stopped);
    case "skip":
      return saying("skip", pet, heard.isUnknown ? words.notKnown : words.skipped);
    case "question":
      return saying(
        "question",
        pet,
        words.questions[heard.about].replace("{question}", () => asking(scene, pet)),
      );
    case "other":
      return saying("other", pet, words[heard.about]);
    case "unsure":
      return { ...saying("unsure", pet, words.unsure), answer: heard.answer };
    case "correction":
      return heardCorrection(heard.answer, scene, pet);
    case "answer":
      return heardAnswer(heard.answer, heard.stops, scene, pet);
  }
}

function heardCorrection(answer: string | null, scene: Scene, pet: Pet): Heard {
  const words = interviewerWords(pet.language);
  if (answer === null) return saying("other", pet, words.wrong);
  if (scene.previous === null) return heardAnswer(answer, false, scene, pet);
  return { ...saying("correction", pet, words.corrected), answer: corrected(scene.previous.answer, answer) };
}

const aNumber = "\\p{N}+(?:[.,:]\\p{N}+)*";

/** 'No, 2019' and 'I meant 5 kilos' change the number alone, where it is clear which. */
function corrected(before: string, correction: string): string {
  const [, number, unit = ""] = new RegExp(`^(${aNumber})\\s*(\\p{L}*)[.!]?$`, "u").exec(correction) ?? [];
  if (number === undefined) return correction;
  const numbers = [...before.matchAll(new RegExp(`${aNumber}(?=\\s*${unit})`, "giu"))];
  const [only] = numbers;
  if (only === undefined || numbers.length > 1) return correction;
  return before.slice(0, only.index) + number + before.slice(only.index + only[0].length);
}

function heardAnswer(answer: string, stops: boolean, scene: Scene, pet: Pet): Heard {
  const { asked, followUp, number } = scene;
  const isEnglish = localeOfText(answer, pet.language).startsWith("en");
  const reply = acknowledge(
    { question: asked.question, answer, category: asked.category, number, isEnglish },
    pet.language,
  );
  const further = stops || followUp !== null ? undefined : furtherQuestion(answer, scene, pet);
  return {
    ...{ kind: "answer", answer: withFirst(answer, scene), stops, reply, language: pet.language },
    followUp: further === undefined ? null : { text: further, language: pet.language },
  };
}

/** The answer to a follow-up goes behind the first one. */
function withFirst(answer: string, { followUp, previous }: Scene): string {
  if (followUp === null || previous === null) return answer;
  const end = /[.!?…。！？।؟]$/u.test(previous.answer) ? "" : ".";
  return `${previous.answer}${end} ${answer}`;
}

const LONGEST_SCENE = 240;
/** Words, or so many letters for each where no spaces part them. */
const FEWEST_WORDS = 3;
/** Many ordinary sentences are taken for grief with less. */
const SURELY = 0.85;

function furtherQuestion(answer: string, { asked }: Scene, pet: Pet): string | undefined {
  const words = [...new Intl.Segmenter(pet.language, { granularity: "word" }).segment(answer)].filter(
    (one) => one.isWordLike,
  );
  if (words.length < FEWEST_WORDS || answer.length > LONGEST_SCENE) return undefined;
  const { act, certainty } = understandTurn({ pet, question: answer, turns: [], evidence: [] });
  const hurts = isSad(answer, pet.language) || (hurting.has(act) && certainty >= SURELY);
  return hurts ? undefined : followUpTo(pet.language, asked)?.replaceAll("{pet}", () => pet.name);
}

const hurting: ReadonlySet<Act> = new Set([
  ...(["sad", "lonely", "griefForMe", "griefForOther", "missed", "guilt", "illness", "ownIllness", "unwell"] as const),
]);

const asking = ({ asked, followUp, question }: Scene, pet: Pet): string =>
  followUp ?? questionAbout(pet.language, asked)?.replaceAll("{pet}", () => pet.name) ?? question;

async function askModel(
  { llm, log, usage, env }: InterviewDeps,
  user: { id: string },
  scene: Parameters<typeof judgeByModel>[1],
): Promise<InterviewJudgment | null> {
  let spent = { promptTokens: 0, replyTokens: 0 };
  const timeoutMs = Math.min(env.OPENAI_TIMEOUT_S, LONGEST_WAIT_S) * 1000;
  try {
    return await judgeByModel({ llm, log, timeoutMs, onSpent: (tokens) => (spent = tokens) }, scene);
  } finally {
    await usage.add(user.id, spent);
  }
}

/** A whole message that the rules know as no answer is none, whatever the model says. */
function hearByModel(
  { kind, answer, reply, follow_up }: InterviewJudgment,
  heard: HeardWords,
  byRules: Heard,
  scene: Scene,
  pet: Pet,
): Heard {
  if (kind === "answer" && ["stop", "skip", "question"].includes(heard.kind)) return byRules;
  if (kind === "stop" || kind === "skip")
    return hearByRules(kind === "stop" ? { kind } : { kind, isUnknown: false }, scene, pet);
  const isCorrection = kind === "correction" && scene.previous !== null;
  const stops = kind === "answer" && heard.kind === "answer" && heard.stops;
  const language = localeOfText(reply, pet.language);
  return {
    kind: kind === "correction" && !isCorrection ? "answer" : kind,
    answer: kind === "answer" && answer !== null && answer !== undefined ? withFirst(answer, scene) : (answer ?? null),
    ...{ stops, reply, language },
    followUp: follow_up && !stops ? { text: follow_up, language: localeOfText(follow_up, pet.language) } : null,
  };
}
