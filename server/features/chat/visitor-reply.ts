import type { Embedder } from "#server/providers/embeddings/embedder.ts";
import { LanguageModelError } from "#server/providers/llm/llm.ts";
import type { SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import type { StartReplyClock } from "#server/reply-clock.ts";
import type { Source } from "#shared/api/chat.ts";
import type { TryOutEvent, TryOutTurn } from "#shared/api/try-out.ts";
import type { UsableAgent } from "../agents/access.ts";
import type { Help } from "../emergency/emergency.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { createPassingSpeech } from "../spoken-replies/spoken-replies.ts";
import { type PreparingDeps, prepareReply } from "./prepare-reply.ts";
import { ReplyText } from "./reply-text.ts";

/** Whether a visitor waits longer does not matter: the page has long been left. */
const LONGEST_MS = 60_000;

export type VisitorDeps = PreparingDeps & {
  speech: SpeechSynthesizer;
  embedder: Embedder;
  startClock: StartReplyClock;
};

export interface VisitorAsking {
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
  asking: VisitorAsking,
  help: Help | null,
  push: (event: TryOutEvent) => void,
): Promise<void> {
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(LONGEST_MS)]);
  const onClip = (mp3: Uint8Array) => push({ type: "speech", mp3: Buffer.from(mp3).toString("base64") });
  const speech = asking.generateAudio ? createPassingSpeech(deps, { agent: asking.agent, signal, onClip }) : null;
  const text = new ReplyText(help, (content) => {
    push({ type: "content", content });
    speech?.say(content);
  });
  try {
    const { sources, choices, ending } = await say(deps, { ...asking, signal }, help, text);
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
  { agent, message, turns, timeZone, signal }: VisitorAsking,
  help: Help | null,
  text: ReplyText,
) {
  const clock = deps.startClock();
  const { pieces, reading, care, counted, ending } = await prepareReply(deps, {
    clock,
    user: { id: "", firstName: "", timeZone },
    agent,
    said: { content: message, turns: [...turns] },
    vector: questionVector(deps, message, agent.embeddedModel),
    help,
  });
  if (care !== null) text.begin(care.text);
  for await (const piece of pieces(signal)) {
    clock.reached("first words");
    text.add(reading.push(piece));
    if (text.isFull) break;
  }
  clock.reached("end");
  const tokens = counted();
  if (tokens !== undefined) deps.log.info({ tokens }, "reply made to a visitor");
  text.add(reading.end());
  return { ...(await reading.grounding(text.own)), ending: text.isFull ? ("cut_off" as const) : ending() };
}

const labelOf = (source: Source): string => (source.kind === "diary" ? source.question : source.filename);
