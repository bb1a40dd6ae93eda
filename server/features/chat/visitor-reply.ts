import { LanguageModelError, type SpentTokens } from "#server/models/chat/llm.ts";
import { LOADING_MS } from "#server/models/chat/openai-watch.ts";
import type { Embedder } from "#server/models/embeddings/embedder.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Clock } from "#server/platform/observe/clock.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { Source } from "#shared/api/chat.ts";
import type { TryOutEvent, TryOutTurn } from "#shared/api/try-out.ts";
import type { UsableAgent } from "../agents/access.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { orderInPassing } from "../memory/memory.ts";
import { createPassingSpeech } from "../spoken-replies/spoken-replies.ts";
import type { ModelReplyDeps } from "./model-reply.ts";
import { engineFor, petReply, ReplyText } from "./pet-reply.ts";

/** Whether a visitor waits longer does not matter: the page has long been left. */
const LONGEST_MS = 60_000;
/** Faster than in a chat: a visitor should hear the first sentence within a second. */
const PAUSE_MS = 3;

export type VisitorDeps = ModelReplyDeps & {
  db: Db;
  log: Log;
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
  { agent, message, turns, generateAudio, timeZone, signal: left }: VisitorQuestion,
  push: (event: TryOutEvent) => void,
): Promise<void> {
  const late = new AbortController();
  const limitIn = (ms: number) => setTimeout(() => late.abort(), ms);
  let limit = limitIn(LONGEST_MS);
  const onLoading = () => {
    clearTimeout(limit);
    limit = limitIn(LONGEST_MS + LOADING_MS);
    push({ type: "loading" });
  };
  const signal = AbortSignal.any([left, late.signal]);
  const clock = deps.clock.startReply();
  const onClip = (mp3: Uint8Array) => push({ type: "speech", mp3: Buffer.from(mp3).toString("base64") });
  const speech = generateAudio ? createPassingSpeech(deps, { agent, signal, onClip }) : null;
  const text = new ReplyText();
  const say = (content: string) => {
    push({ type: "content", content });
    speech?.say(content);
  };
  const user = { id: "", firstName: "", timeZone };
  const order = orderInPassing(message, agent.language);
  const asked = { user, agent, content: message, turns, before: nothingBefore };
  const question = { ...asked, memories: [], order, clock, signal, onLoading };
  const options = {
    engine: engineFor({ ...deps, pauseMs: PAUSE_MS }),
    text,
    vector: questionVector(deps, message, agent.embeddedModel),
    onSpent: (tokens: SpentTokens) => deps.log.info({ tokens }, "reply made to a visitor"),
  };
  try {
    for await (const event of petReply(deps, question, options)) {
      if (event.type === "help") push(event);
      else if (event.type === "content") say(event.content);
      else {
        clock.reached("end");
        if (event.choices.length > 0) push({ type: "choices", choices: [...event.choices] });
        await speech?.end();
        const sources = [...new Set((event.sources ?? []).map(labelOf))];
        const { ending } = event;
        push({ type: "complete", sources, ...(ending === null || ending === "stopped" ? {} : { ending }) });
      }
    }
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    // Not the error itself: its cause quotes the other server, whose answer may quote our key.
    deps.log.warn({ code: error.code, reason: error.message }, "the model failed a visitor");
    const words = text.endWithoutModel();
    if (words === null) return push({ type: "error", error: error.sentence, code: error.code });
    if (words !== "") say(words);
    await speech?.end();
    push({ type: "complete", sources: [] });
  } finally {
    clearTimeout(limit);
  }
}

const nothingBefore = { greeting: null, lastTalk: null, isTemporary: true } as const;

function labelOf(source: Source): string {
  if (source.kind === "memory") return "a memory";
  return source.kind === "diary" ? source.question : source.filename;
}
