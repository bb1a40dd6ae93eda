import { ApiError } from "@/lib/api.ts";
import { streamEvents } from "@/lib/event-stream.ts";
import { type ChatEvent, chatStream } from "../../../../shared/api/chat.ts";

interface PetQuestion {
  agentId: string;
  sessionId: string;
  text: string;
  generateAudio: boolean;
  /** The id of a stored question that is asked again. */
  retryMessageId?: string | undefined;
  /** The id of the stored question that it replaces, because the person went on with it. */
  continues?: string | undefined;
}

/** An event of a reply's stream, or the reason why the stream ended without its last event. */
export type ReplyEvent =
  | ChatEvent
  /** The connection broke. The server still finishes the reply and stores it. */
  | { type: "lost" }
  /** The question did not reach the pet. */
  | { type: "refused"; error: unknown };

/**
 * Asks the pet and reads its reply. The last event is `complete`, `error`, `lost` or `refused`; after the signal is
 * aborted there are no more events. `session` comes only if the server opened another chat for the question.
 */
export async function* readReply(question: PetQuestion, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
  let isStored = question.retryMessageId !== undefined;
  let isTold = false;
  try {
    for await (const event of open(question, signal)) {
      if (signal.aborted) return;
      if (event.type === "session" && event.sessionId === question.sessionId) continue;
      isStored ||= event.type === "user_message_saved";
      isTold ||= event.type === "complete" || event.type === "error";
      yield event;
    }
  } catch (error) {
    const isRefused = !isStored || error instanceof ApiError;
    if (isRefused && !isTold && !signal.aborted) return yield { type: "refused", error };
  }
  if (!isTold && !signal.aborted) yield { type: "lost" };
}

function open({ agentId, text, ...question }: PetQuestion, signal: AbortSignal) {
  const { sessionId, generateAudio, retryMessageId, continues } = question;
  const more = {
    ...(retryMessageId === undefined ? {} : { retryMessageId }),
    ...(continues === undefined ? {} : { continues }),
  };
  const body = { message: text, sessionId, generateAudio, ...more };
  return streamEvents(chatStream, { params: { id: agentId }, body }, { signal });
}
