import { z } from "zod";
import { PAGE_ACCOUNT_QUERY, route } from "../route.ts";
import { id } from "./common.ts";
import { offeredLanguage } from "./voice.ts";

/** Counted by the client, anew for each socket. What is not said of the turn that is open is passed over. */
const turn = z.int().min(0);

const ofTurn = <const Type extends string>(type: Type) => z.object({ type: z.literal(type), turn });

/**
 * What a client sends as text. Between `start` and `end` come binary frames: 16 kHz, mono, 16 bits (little endian), best 20 to
 * 200 ms each, first of all what was heard just before the turn.
 */
export const listenRequest = z.discriminatedUnion("type", [
  /** A turn begins. One that is still open is dropped. */
  ofTurn("start").extend({
    language: offeredLanguage,
    agentId: z.uuid(),
  }),
  /** There is a pause, which may be the end. */
  ofTurn("pausing"),
  /** It was not the end: speech goes on. */
  ofTurn("resumed"),
  /** The turn is over; `heard`, `nothing` or `failed` follows. */
  ofTurn("end"),
  /** The turn is over, and nothing follows. */
  ofTurn("cancel"),
]);
export type ListenRequest = z.infer<typeof listenRequest>;

export const listenEvent = z.discriminatedUnion("type", [
  /** Once, when turns may begin. */
  z.object({ type: z.literal("ready") }),
  /**
   * The whole text of the turn so far; its end may still change, unless it is `settled`: the recognizer has closed it in a pause,
   * and a turn that ends then has this text.
   */
  ofTurn("partial").extend({ text: z.string(), settled: z.boolean().optional() }),
  /** The text of the turn. */
  ofTurn("heard").extend({ text: z.string() }),
  /** Nothing was said. */
  ofTurn("nothing"),
  /** Code and sentence are those that `POST /api/transcribe` would answer. A turn may fail before its end. */
  ofTurn("failed").extend({ code: z.string(), error: z.string() }),
  /** The text takes unusually long; it is still to come. */
  ofTurn("slow"),
]);
export type ListenEvent = z.infer<typeof listenEvent>;

/**
 * Why the server closes the socket. A frame over the limit is closed with 1009 by the protocol. After any of these but
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
