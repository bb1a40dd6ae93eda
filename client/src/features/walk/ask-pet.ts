import { t } from "@lingui/core/macro";
import { listMessages, type Message } from "#shared/api/chat.ts";
import { readReply } from "@/domain/chats/read-reply.ts";
import { ApiError, call } from "@/lib/api.ts";
import type { EffectOutcome } from "./walk-state.ts";
import { replyTrouble, troubleOf } from "./walk-trouble.ts";

/** Together two minutes, in which the server finishes a reply whose stream broke off. */
const LOOKS = 40;
const LOOK_EVERY_MS = 3000;

interface Asking {
  agentId: string;
  sessionId: string;
  text: string;
  /** The id of a stored question that is asked again; null for a new one. */
  messageId: string | null;
  /** The id of the stored question that it replaces. */
  continues?: string | undefined;
  signal: AbortSignal;
  tell: (event: EffectOutcome) => void;
  /** The server opened another chat for the question. */
  onSession: (sessionId: string) => void;
}

/** Asks the pet and reports its reply as it comes. After the signal is aborted it reports nothing more. */
export async function askPet(options: Asking): Promise<void> {
  const { agentId, text, signal, tell, continues, ...asking } = options;
  let { sessionId, messageId } = asking;
  const spoken = { generateAudio: true, soundInStream: true };
  const question = { agentId, sessionId, text, ...spoken, retryMessageId: messageId ?? undefined, continues };
  for await (const event of readReply(question, signal)) {
    if (event.type === "session") {
      sessionId = event.sessionId;
      asking.onSession(sessionId);
    }
    if (event.type === "user_message_saved") {
      messageId = event.messageId;
      tell({ type: "stored", messageId });
    }
    if (event.type === "loading") tell({ type: "loading" });
    if (event.type === "content") tell({ type: "content", text: event.content });
    if (event.type === "choices") tell({ type: "offered", choices: event.choices });
    if (event.type === "speech") tell({ type: "sentence", sound: event.sound });
    if (event.type === "complete")
      tell({ type: "answered", audioUrl: event.audioUrl, isCutOff: event.ending === "cut_off" });
    if (event.type === "error") tell({ type: "failed", trouble: replyTrouble(event.error, event.code) });
    // Something else was asked in this chat since: then it is a question of its own.
    if (event.type === "refused" && continues !== undefined && isGone(event.error))
      return askPet({ ...options, continues: undefined });
    if (event.type === "refused") tell({ type: "failed", trouble: troubleOf(event.error, "ask") });
    if (event.type === "lost") {
      const outcome = await recover(sessionId, messageId, signal).catch((error: unknown): EffectOutcome[] => [
        { type: "failed", trouble: troubleOf(error, "ask") },
      ]);
      if (!signal.aborted) outcome.forEach(tell);
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === "not_found";

/**
 * Polls for a reply that the server finishes without this page.
 * @throws what `call` throws
 */
async function recover(sessionId: string, questionId: string | null, signal: AbortSignal): Promise<EffectOutcome[]> {
  for (let look = 0; look < LOOKS; look++) {
    await elapsed(LOOK_EVERY_MS, signal);
    const newest = await call(listMessages, { params: { sessionId }, query: { limit: 10 } }, { signal });
    const reply = replyTo(questionId, newest);
    if (reply === "none") break;
    if (reply !== "awaited") {
      const { content, choices, audioUrl, status } = reply;
      return [
        { type: "content", text: content },
        { type: "offered", choices: choices ?? [] },
        { type: "answered", audioUrl, isCutOff: status === "cut_off" },
      ];
    }
  }
  return [{ type: "failed", trouble: replyTrouble(t`The connection broke off.`, "lost") }];
}

function replyTo(questionId: string | null, messages: readonly Message[]): Message | "awaited" | "none" {
  const at = messages.findIndex(({ id }) => id === questionId);
  const question = messages[at];
  const reply = messages[at + 1];
  if (question !== undefined && reply?.role === "assistant") return reply;
  return question?.status === "answering" ? "awaited" : "none";
}

const elapsed = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
