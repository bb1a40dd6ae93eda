import { ApiError, call } from "@/lib/api.ts";
import { streamEvents } from "@/lib/event-stream.ts";
import { chatStream, listMessages, type Message } from "../../../../../shared/api/chat.ts";
import type { Happened } from "./walk-machine.ts";
import { replyTrouble, troubleOf } from "./walk-trouble.ts";

/** A reply whose stream broke off is made to its end by the server, in at most two minutes. */
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

/** Asks the pet and tells of its reply as it comes. Says nothing more once its signal has gone. */
export async function askPet(asking: Asking): Promise<void> {
  const { signal, tell } = asking;
  let { sessionId, messageId } = asking;
  try {
    for await (const event of open(asking)) {
      if (signal.aborted) return;
      if (event.type === "session" && event.sessionId !== sessionId) {
        sessionId = event.sessionId;
        asking.onSession(sessionId);
      }
      if (event.type === "user_message_saved") {
        messageId = event.messageId;
        tell({ type: "stored", messageId });
      }
      if (event.type === "content") tell({ type: "content", text: event.content });
      if (event.type === "speech") tell({ type: "sentence", url: event.url });
      if (event.type === "complete") return tell({ type: "answered", audioUrl: event.audioUrl });
      if (event.type === "error") return tell({ type: "failed", trouble: replyTrouble(event.error, event.code) });
    }
    await recover();
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError || messageId === null)
      return tell({ type: "failed", trouble: troubleOf(error, "ask") });
    await recover().catch((later: unknown) => {
      if (!signal.aborted) tell({ type: "failed", trouble: troubleOf(later, "ask") });
    });
  }

  /** @throws what `call` throws */
  async function recover(): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      await elapsed(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      const newest = await call(listMessages, { params: { sessionId }, query: { limit: 10 } }, { signal });
      const reply = replyTo(messageId, newest);
      if (reply === "none") break;
      if (reply !== "awaited") {
        tell({ type: "content", text: reply.content });
        return tell({ type: "answered", audioUrl: reply.audioUrl });
      }
    }
    tell({ type: "failed", trouble: replyTrouble("The connection broke off.", "lost") });
  }
}

function open({ agentId, sessionId, text, messageId, signal }: Asking) {
  const body = {
    message: text,
    sessionId,
    generateAudio: true,
    ...(messageId === null ? {} : { retryMessageId: messageId }),
  };
  return streamEvents(chatStream, { params: { id: agentId }, body }, { signal });
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
