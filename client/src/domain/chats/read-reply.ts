import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { IncomingClip } from "@/components/audio/incoming-clip.ts";
import { ApiError } from "@/lib/api.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { bytesOf, streamEvents } from "@/lib/event-stream.ts";

/** What a person says to a pet whose reply was cut off. */
export const GO_ON = "Go on";

interface PetQuestion {
  agentId: string;
  sessionId: string;
  text: string;
  generateAudio: boolean;
  /** Sentences come with the reply, to be heard at once. */
  soundInStream: boolean;
  /** The stored question that is asked again. */
  retryMessageId?: string | undefined;
  /** The stored question that this one replaces, because the person went on speaking. */
  continues?: string | undefined;
  /** The stored question that is asked in other words. */
  edits?: string | undefined;
  /** The pet's words that stand above the first question. */
  greeting?: string | undefined;
}

export type ReplyEvent =
  | Exclude<ChatEvent, { type: "speech" | "sound" }>
  | { type: "speech"; sound: IncomingClip }
  /** The connection broke; the server still finishes the reply and stores it. */
  | { type: "lost" }
  /** The server did not acknowledge the question. */
  | { type: "refused"; error: unknown };

/**
 * The last event is `complete`, `error`, `lost` or `refused`; after the signal is aborted there are none. `session`
 * comes only if the server opened another chat.
 */
export async function* readReply(question: PetQuestion, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
  let isStored = question.retryMessageId !== undefined;
  let hasEnded = false;
  let sentence = new IncomingClip();
  try {
    for await (const event of openStream(question, signal)) {
      if (signal.aborted) return;
      if (event.type === "session" && event.sessionId === question.sessionId) continue;
      isStored ||= event.type === "user_message_saved";
      if (!isStored && event.type === "error")
        return yield { type: "refused", error: new ApiError(200, JSON.stringify(event)) };
      hasEnded ||= event.type === "complete" || event.type === "error";
      if (event.type === "speech") {
        sentence = new IncomingClip();
        yield { type: "speech", sound: sentence };
      } else if (event.type === "sound") addSound(sentence, event);
      else yield event;
    }
  } catch (error) {
    const isRefused = !isStored || error instanceof ApiError;
    if (isRefused && !hasEnded && !signal.aborted) return yield { type: "refused", error };
  } finally {
    sentence.end(false);
  }
  if (hasEnded || signal.aborted) return;
  yield isStored ? { type: "lost" } : { type: "refused", error: new TypeError("The line was cut") };
}

function addSound(clip: IncomingClip, { mp3, last }: Extract<ChatEvent, { type: "sound" }>): void {
  if (mp3 !== "") clip.add(bytesOf(mp3));
  if (last) clip.end(true);
}

function openStream({ agentId, text, ...question }: PetQuestion, signal: AbortSignal) {
  const { sessionId, generateAudio, soundInStream, retryMessageId, continues, edits, greeting } = question;
  const more = {
    ...(soundInStream ? { soundInStream } : {}),
    ...(retryMessageId === undefined ? {} : { retryMessageId }),
    ...(continues === undefined ? {} : { continues }),
    ...(edits === undefined ? {} : { edits }),
    ...(greeting === undefined ? {} : { greeting }),
  };
  const body = { message: text, sessionId, generateAudio, timeZone: deviceTimeZone(), ...more };
  return streamEvents(chatStream, { params: { id: agentId }, body }, { signal });
}
