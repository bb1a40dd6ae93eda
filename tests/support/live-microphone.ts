import { once } from "node:events";
import { type ClientOptions, WebSocket } from "ws";
import { decodeRecording } from "#server/voice/listening/recording/decode.ts";
import { type ListenEvent, type ListenRequest, listen, listenEvent } from "#shared/api/listen.ts";
import { PAGE_ACCOUNT_QUERY } from "#shared/route.ts";
import { pageAccount, urlOf } from "@/lib/api.ts";
import { recordingOf } from "./recordings.ts";
import type { Visitor } from "./visitor.ts";

/** A browser's side of an open microphone. */
export interface LiveMicrophone {
  /** What the server has sent so far. */
  events: ListenEvent[];
  /** Resolves with the first event of this type that comes, or has come and was not asked for before. */
  next<const Type extends ListenEvent["type"]>(type: Type): Promise<Extract<ListenEvent, { type: Type }>>;
  send(request: ListenRequest): void;
  /** Any frame at all. */
  sendRaw(frame: string | Uint8Array): void;
  /** A frame that answers no ping. */
  pong(): void;
  /** Sends sound in frames of a tenth of a second. */
  say(samples: Int16Array): void;
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
  /** Vanishes without a word. */
  vanish(): void;
}

/** The status and the body of a handshake that was refused. */
export class RefusedHandshake extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

const FRAME_SAMPLES = 1_600;

/** @throws RefusedHandshake */
export async function openLiveMicrophone(
  url: string,
  { cookies }: Pick<Visitor, "cookies">,
  options: ClientOptions = {},
): Promise<LiveMicrophone> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const address = urlOf(listen, { query: { [PAGE_ACCOUNT_QUERY]: pageAccount() } });
  const socket = new WebSocket(`${url.replace("http", "ws")}${address}`, {
    origin: url,
    ...options,
    headers: { Cookie: cookie, ...options.headers },
  });
  const events: ListenEvent[] = [];
  const unread: ListenEvent[] = [];
  const waiting = new Set<() => void>();
  const closed = once(socket, "close").then(([code, reason]) => {
    for (const look of waiting) look();
    return { code: Number(code), reason: String(reason) };
  });
  socket.on("message", (data) => {
    const event = listenEvent.parse(JSON.parse(String(data)));
    events.push(event);
    unread.push(event);
    for (const look of waiting) look();
  });
  await opened(socket);
  return {
    events,
    next: (type) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = unread.find((event) => event.type === type);
          if (found === undefined && socket.readyState !== WebSocket.CLOSED) return;
          waiting.delete(look);
          if (found === undefined) return reject(new Error(`The socket was closed before '${type}' came.`));
          unread.splice(unread.indexOf(found), 1);
          if (isOf(found, type)) resolve(found);
        };
        waiting.add(look);
        look();
      }),
    send: (request) => socket.send(JSON.stringify(request)),
    sendRaw: (frame) => socket.send(frame),
    pong: () => socket.pong(),
    say(samples) {
      for (let start = 0; start < samples.length; start += FRAME_SAMPLES)
        socket.send(samples.subarray(start, start + FRAME_SAMPLES));
    },
    closed,
    close: () => socket.close(),
    vanish: () => socket.terminate(),
  };
}

const isOf = <Type extends ListenEvent["type"]>(
  event: ListenEvent,
  type: Type,
): event is Extract<ListenEvent, { type: Type }> => event.type === type;

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
    socket.once("unexpected-response", (_request, response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("end", () => {
        const text = Buffer.concat(parts).toString();
        reject(new RefusedHandshake(response.statusCode ?? 0, text === "" ? undefined : JSON.parse(text)));
      });
    });
  });
}

/** The spoken sentence of the fixtures as a microphone gives it. */
export const spokenSamples = async (): Promise<Int16Array<ArrayBuffer>> =>
  pcmOf(await decodeRecording(await recordingOf("opus.webm")));

export const pcmOf = (sound: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(sound, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff));
