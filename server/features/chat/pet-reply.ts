import type { SpentTokens } from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { answerCare } from "#server/understanding/care/care.ts";
import { helpFor } from "#server/understanding/danger/emergency.ts";
import { retrieve } from "../knowledge/knowledge.ts";
import type { ChatQuestion, ReplyEnd, ReplyEngine } from "./reply-engine.ts";
import type { ReplyText } from "./reply-text.ts";

interface ReplyOptions {
  engine: ReplyEngine;
  /** Keeps what is said, also where the engine fails. */
  text: ReplyText;
  /** What the question means, by the pet's embedding model; null where there is none. */
  vector: Promise<Float32Array | null>;
  onSpent(tokens: SpentTokens): void;
}

export type PetEvent = { type: "help"; text: string } | { type: "content"; content: string } | ReplyEnd;

/** A pet's reply: safety first, then what is known, then the engine's words, and once the end. @throws LanguageModelError */
export async function* petReply(
  deps: { db: Db; log: Log },
  question: ChatQuestion,
  { engine, text, vector, onSpent }: ReplyOptions,
): AsyncGenerator<PetEvent> {
  const { agent, content, turns, clock } = question;
  const help = helpFor(content, agent.language);
  if (help?.text) yield { type: "help", text: help.text };
  if (help !== null) yield* contentOf(text.beginWithHelp(help));
  const picked = engine.pickedChoice(question);
  const asked = { question: picked?.question ?? content, turns, isPicked: picked !== null };
  const knowledge = await retrieve(deps, agent, { ...asked, vector: await vector });
  clock.reached("evidence");
  const { evidence, diary, whole: library } = knowledge;
  const care = help?.text ? null : answerCare({ question: content, pet: agent, turns, evidence, diary, library });
  if (care !== null) yield* contentOf(text.begin(care.text));

  const full = new AbortController();
  const signal = AbortSignal.any([question.signal, full.signal]);
  const findings = { help, care, knowledge, picked };
  for await (const event of engine.reply({ ...question, signal }, findings, onSpent)) {
    if (event.type === "words") {
      clock.reached("first words");
      yield* contentOf(text.add(event.text));
      if (text.isFull) full.abort();
      continue;
    }
    const isAnswer = help === null && care === null;
    yield {
      ...event,
      sources: isAnswer || (event.sources ?? []).length > 0 ? event.sources : null,
      unanswered: isAnswer ? event.unanswered : null,
      ending: full.signal.aborted ? "cut_off" : event.ending,
    };
  }
}

function* contentOf(content: string): Generator<PetEvent> {
  if (content !== "") yield { type: "content", content };
}
