import { z } from "zod";
import { PAGE_ACCOUNT_QUERY, route } from "../route.ts";
import { id } from "./common.ts";
import { offeredLanguage } from "./voice.ts";

/** Counted by the client, anew for each socket. Messages about another turn than the open one are ignored. */
const turn = z.int().min(0);

const ofTurn = <const Type extends string>(type: Type) => z.object({ type: z.literal(type), turn });

/**
 * Between `start` and `end` come binary frames: 16 kHz, mono, 16 bits (little endian), best 20 to 200 ms each,
 * beginning with the sound just before the turn.
 */
export const listenRequest = z.discriminatedUnion("type", [
  /** A turn that is still open is dropped. */
  ofTurn("start").extend({
    language: offeredLanguage,
    agentId: z.uuid(),
  }),
  /** A pause, which may be the end. */
  ofTurn("pausing"),
  /** It was not the end: speech goes on. */
  ofTurn("resumed"),
  /** `heard`, `nothing` or `failed` follows. */
  ofTurn("end"),
  /** Nothing follows. */
  ofTurn("cancel"),
]);
export type ListenRequest = z.infer<typeof listenRequest>;

export const listenEvent = z.discriminatedUnion("type", [
  /** Once, when turns may begin. With `textInPauses` the recognizer needs whole recordings, and is asked in each pause. */
  z.object({ type: z.literal("ready"), textInPauses: z.boolean().optional() }),
  /**
   * The whole text of the turn so far; its end may still change, unless it is `settled`, which is the text of a turn
   * that ends now.
   */
  ofTurn("partial").extend({ text: z.string(), settled: z.boolean().optional() }),
  ofTurn("heard").extend({ text: z.string() }),
  ofTurn("nothing"),
  /** Code and sentence are those of `POST /api/transcribe`. A turn may fail before its end. */
  ofTurn("failed").extend({ code: z.string(), error: z.string() }),
  /** The text takes unusually long; it is still to come. */
  ofTurn("slow"),
]);
export type ListenEvent = z.infer<typeof listenEvent>;

/**
 * Why the server closes the socket. A frame over the limit is closed with 1009 by the protocol. Except after
 * `sessionEnded`, what was said can still be sent as a recording.
 */
export const closings = {
  /** A frame that this contract does not know. */
  nonsense: { code: 1008, reason: "not a message of this contract" },
  /** May be opened anew, a moment later. */
  restarting: { code: 1012, reason: "the server restarts" },
  sessionEnded: { code: 4401, reason: "the session ended" },
  /** Silent for long, or open for very long. May be opened anew when there is something to say. */
  idle: { code: 4408, reason: "idle, or open for too long" },
  tooFast: { code: 4413, reason: "more at once than anybody says" },
  tooMany: { code: 4429, reason: "too many microphones are open" },
  /** No recognizer is configured: the browser's own may be used. */
  noRecognizer: { code: 4503, reason: "no recognizer is configured" },
} as const;

export const listen = route({
  method: "GET",
  path: "/api/listen",
  summary: "Open a microphone: a WebSocket that turns speech into text while it is said",
  query: z.object({ [PAGE_ACCOUNT_QUERY]: id.optional() }),
  webSocket: { fromClient: listenRequest, fromServer: listenEvent },
  refusals: { 426: "The request does not ask for a WebSocket (`upgrade_required`)." },
});
