import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { languageFor } from "#server/understanding/languages/languages.ts";
import { likeQuestion } from "../knowledge/knowledge.ts";
import { noteQuestion } from "../open-questions/service.ts";
import type { ChatMessage, ChatQuestion, ReplyEngine } from "./reply-engine.ts";

/** Notes the question, or the one before it, for the pet's owner. */
export async function noteUnanswered(
  deps: { db: Db; log: Log },
  { engine, question, questionId, unanswered }: UnansweredQuestion,
): Promise<void> {
  const { agent, content, turns } = question;
  const before = turns.at(-2);
  const asked =
    unanswered === "this"
      ? { id: questionId, content, turns }
      : { id: before?.id, content: before?.content ?? "", turns: turns.slice(0, -2) };
  if (asked.id === undefined) return;
  const whole = wholeQuestion(engine, { agent, ...asked });
  if (!likeQuestion(agent, whole).isAboutPet) return;
  await noteQuestion(deps, agent, { messageId: asked.id, question: asked.content, whole });
}

interface UnansweredQuestion {
  engine: ReplyEngine;
  question: ChatQuestion;
  questionId: string;
  unanswered: "this" | "before";
}

/**
 * A question in words that can be read alone. One that goes on with what was asked before ("and since when?") comes after that;
 * one that was picked of two choices is the question that the choice stands for.
 */
export function wholeQuestion(engine: ReplyEngine, message: ChatMessage): string {
  const { agent, content, turns } = message;
  if (turns.length === 0) return content;
  const own = wordsOf(engine, message);
  if (engine.standsAlone({ agent, content: own })) return own;
  for (const [at, turn] of [...turns.entries()].toReversed()) {
    if (turn.role !== "user") continue;
    const before = wordsOf(engine, { agent, content: turn.content, turns: turns.slice(0, at) });
    if (engine.standsAlone({ agent, content: before })) return joined(before, own, agent.language);
  }
  return own;
}

const wordsOf = (engine: ReplyEngine, message: ChatMessage): string =>
  engine.pickedChoice(message)?.question ?? message.content;

function joined(first: string, second: string, locale: string): string {
  const writing = (languageFor(locale) ?? languageFor("en"))?.writing;
  const end = /[\p{P}\p{S}]$/u.test(first.trim()) ? "" : (writing?.fullStop ?? ".");
  return `${first.trim()}${end}${writing?.spaced === false ? "" : " "}${second.trim()}`;
}
