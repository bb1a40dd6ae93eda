import { LanguageModelError } from "#server/models/chat/llm.ts";
import type { Embedder } from "#server/models/embeddings/embedder.ts";
import type { Clock } from "#server/platform/observe/clock.ts";
import { helpFor } from "#server/understanding/danger/emergency.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { Source } from "#shared/api/chat.ts";
import type { TryOutEvent, TryOutTurn } from "#shared/api/try-out.ts";
import type { UsableAgent } from "../agents/access.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { createPassingSpeech } from "../spoken-replies/spoken-replies.ts";
import { prepareReply } from "./prepare-reply.ts";
import type { ReplyDeps } from "./reply-engine.ts";
import { ReplyText } from "./reply-text.ts";

/** Whether a visitor waits longer does not matter: the page has long been left. */
const LONGEST_MS = 60_000;

export type VisitorDeps = ReplyDeps & {
  speech: SpeechSynthesizer;
  embedder: Embedder;
  clock: Clock;
};

export interface VisitorQuestion {
  agent: UsableAgent;
  message: string;
  /** What was said before, as the visitor's page remembers it. */
  turns: readonly TryOutTurn[];
  generateAudio: boolean;
  /** Null: not known. */
  timeZone: string | null;
  /** Ends the reply. */
  signal: AbortSignal;
}

/** Makes the reply to a question of someone without an account. Nothing is stored, counted or noted for the pet's owner. */
export async function makeVisitorReply(
  deps: VisitorDeps,
  question: VisitorQuestion,
  push: (event: TryOutEvent) => void,
): Promise<void> {
  const { agent } = question;
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(LONGEST_MS)]);
  const onClip = (mp3: Uint8Array) => push({ type: "speech", mp3: Buffer.from(mp3).toString("base64") });
  const speech = question.generateAudio ? createPassingSpeech(deps, { agent, signal, onClip }) : null;
  const text = new ReplyText((content) => {
    push({ type: "content", content });
    speech?.say(content);
  });
  try {
    const { sources, choices, ending } = await say(deps, { ...question, signal }, text, push);
    if (choices.length > 0) push({ type: "choices", choices: [...choices] });
    await speech?.end();
    push({
      type: "complete",
      sources: [...new Set(sources.map(labelOf))],
      ...(ending === undefined ? {} : { ending }),
    });
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    // Not the error itself: its cause quotes the other server, whose answer may quote our key.
    deps.log.warn({ code: error.code, reason: error.message }, "the model failed a visitor");
    if (!text.endWithoutModel()) return push({ type: "error", error: error.sentence, code: error.code });
    await speech?.end();
    push({ type: "complete", sources: [] });
  }
}

async function say(
  deps: VisitorDeps,
  { agent, message, turns, timeZone, signal }: VisitorQuestion,
  text: ReplyText,
  push: (event: TryOutEvent) => void,
) {
  const clock = deps.clock.startReply();
  const help = helpFor(message, agent.language);
  if (help?.text) push({ type: "help", text: help.text });
  if (help !== null) text.beginWithHelp(help);
  const { words, care, counted, ending, grounding } = await prepareReply(deps, {
    clock,
    user: { id: "", firstName: "", timeZone },
    agent,
    question: { content: message, turns: [...turns] },
    vector: questionVector(deps, message, agent.embeddedModel),
    help,
  });
  if (care !== null) text.begin(care.text);
  for await (const shown of words(signal)) {
    text.add(shown);
    if (text.isFull) break;
  }
  clock.reached("end");
  const tokens = counted();
  if (tokens !== undefined) deps.log.info({ tokens }, "reply made to a visitor");
  return { ...(await grounding(text.own)), ending: text.isFull ? ("cut_off" as const) : ending() };
}

const labelOf = (source: Source): string => (source.kind === "diary" ? source.question : source.filename);
