import { readReply } from "@/domain/chats/read-reply.ts";
import { call } from "@/lib/api.ts";
import { listMessages, type Message } from "../../../../shared/api/chat.ts";
import type { Happened } from "./walk-machine.ts";
import { replyTrouble, troubleOf } from "./walk-trouble.ts";

/** The server finishes a reply whose stream broke off, in at most two minutes. */
const LOOKS = 40;
const LOOK_EVERY_MS = 3000;

interface Asking {
  agentId: string;
  sessionId: string;
  text: string;
  /** A stored question, to be asked again. */
  messageId: string | null;
  signal: AbortSignal;
  tell: (event: Happened) => void;
  /** The server opened another chat for the question. */
  onSession: (sessionId: string) => void;
}

/** Asks the pet and reports its reply as it comes; nothing more after the signal is aborted. */
export async function askPet({ agentId, text, signal, tell, ...asking }: Asking): Promise<void> {
  let { sessionId, messageId } = asking;
  const question = { agentId, sessionId, text, generateAudio: true, retryMessageId: messageId ?? undefined };
  for await (const event of readReply(question, signal)) {
    switch (event.type) {
      case "session":
        sessionId = event.sessionId;
        asking.onSession(sessionId);
        break;
      case "user_message_saved":
        messageId = event.messageId;
        tell({ type: "stored", messageId });
        break;
      case "content":
        tell({ type: "content", text: event.content });
        break;
      case "speech":
        tell({ type: "sentence", url: event.url });
        break;
      case "complete":
        tell({ type: "answered", audioUrl: event.audioUrl });
        break;
      case "error":
        tell({ type: "failed", trouble: replyTrouble(event.error, event.code) });
        break;
      case "refused":
        tell({ type: "failed", trouble: troubleOf(event.error, "ask") });
        break;
      case "lost":
        for (const told of await finishedElsewhere(sessionId, messageId, signal)) if (!signal.aborted) tell(told);
        break;
    }
  }
}

/** The outcome of a question whose connection broke off. */
async function finishedElsewhere(
  sessionId: string,
  questionId: string | null,
  signal: AbortSignal,
): Promise<Happened[]> {
  try {
    const reply = await awaitReply(sessionId, questionId, signal);
    if (reply === null) return [{ type: "failed", trouble: replyTrouble("The connection broke off.", "lost") }];
    return [
      { type: "content", text: reply.content },
      { type: "answered", audioUrl: reply.audioUrl },
    ];
  } catch (error) {
    return [{ type: "failed", trouble: troubleOf(error, "ask") }];
  }
}

/**
 * Asks for the reply again and again. Null if there will be none, or if it is not there in time.
 * @throws what `call` throws
 */
async function awaitReply(sessionId: string, questionId: string | null, signal: AbortSignal): Promise<Message | null> {
  for (let look = 0; look < LOOKS && !signal.aborted; look++) {
    await elapsed(LOOK_EVERY_MS, signal);
    const newest = await call(listMessages, { params: { sessionId }, query: { limit: 10 } }, { signal });
    const reply = replyTo(questionId, newest);
    if (reply !== "awaited") return reply === "none" ? null : reply;
  }
  return null;
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
