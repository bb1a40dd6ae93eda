import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { type AzureFrame, audioFrame, readFrame, textFrame } from "./azure-frames.ts";
import { spokenMp3 } from "./spoken-mp3.ts";

/** How the server answers a turn: one synthesis, or one recognition. */
export type AzureBehavior =
  /** `delayMs` goes by before the first byte of the answer; after its first piece of sound it waits for `pause`. */
  | { kind: "answer"; delayMs?: number; pause?: Promise<unknown> }
  /**
   * The connection breaks in the middle of the answer, or after so many seconds of sound. A recognizer of the SDK connects
   * anew, and then waits.
   */
  | { kind: "cut"; at?: number }
  /**
   * The server closes the connection in place of an answer, or after so many seconds of sound, as Azure does: 4429
   * throttled, 1007 bad request, 1000.
   */
  | { kind: "close"; code: number; reason?: string; at?: number }
  /** Frames and bytes that are no answer, or a message without content; the turn never ends. */
  | { kind: "garbage"; empty?: boolean }
  | { kind: "silence" }
  /** The turn ends without any audio. */
  | { kind: "empty" };

/** How the server answers a WebSocket upgrade: it accepts, does not answer, or sends an HTTP status. */
export type AzureUpgrade = "accept" | "silence" | number;

/** What the server hears in a recording; several phrases in a continuous recognition. */
export interface HeardPhrase {
  text: string;
  /** What it takes it for after so many seconds of sound, each once. */
  partials?: readonly { at: number; text: string }[];
  /** After how many seconds of sound the phrase is known; without it, at the end. */
  at?: number;
  /** Azure's RecognitionStatus. */
  status?: "Success" | "NoMatch" | "InitialSilenceTimeout" | "BabbleTimeout" | "Error" | "TooManyRequests";
}

interface AzureConnection {
  readonly path: string;
  readonly query: Record<string, string>;
  /** The subscription key of the header; the SDK puts it into the query as well. */
  readonly key: string | undefined;
  readonly headers: IncomingMessage["headers"];
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>;
}

interface Synthesis {
  readonly ssml: string;
  /** The text between the tags, unescaped. */
  readonly text: string;
  readonly voice: string;
  readonly outputFormat: string;
  /** Which of `connections` it came by. */
  readonly connection: number;
  /** When it was asked for, and when its answer was sent, in milliseconds as `performance.now()` has them. */
  readonly at: number;
  answeredAt?: number;
}

interface Recognition {
  readonly language: string;
  readonly path: string;
  readonly connection: number;
  /** Everything that was sent, the 44 bytes of the RIFF header first. */
  readonly audio: Buffer;
  /** Whether the end of the recording was announced. */
  readonly ended: boolean;
}

export interface AzureServer {
  /** As AZURE_SPEECH_HOST wants it. */
  host: string;
  /** The accepted connections. */
  connections: AzureConnection[];
  /** How many connections were attempted, refused ones included. */
  attempts: number;
  syntheses: Synthesis[];
  recognitions: Recognition[];
  /** The behaviors of the next turns; the last one stays. One may depend on what is to be spoken. */
  behave(...behaviors: (AzureBehavior | ((text: string) => AzureBehavior))[]): void;
  /** The answers to the next wishes for a connection; the last one stays. */
  upgrade(...answers: AzureUpgrade[]): void;
  /** What the next recognitions hear, each a list of phrases; the last one stays. */
  hear(...recordings: HeardPhrase[][]): void;
  /** From the nth turn on (counted from now) every turn is closed with 4429 and every connection refused with 429. */
  throttleAfter(turns: number): void;
  /** Closes every open connection politely, as Azure does with one that idles. */
  disconnect(): void;
  stop(): Promise<void>;
}

/** A server that speaks the protocol of Azure Speech, both ways, well or badly. */
export async function startAzureServer(): Promise<AzureServer> {
  let behaviors: Parameters<AzureServer["behave"]> = [{ kind: "answer" }];
  let upgrades: AzureUpgrade[] = ["accept"];
  let recordings: HeardPhrase[][] = [[{ text: "Hello there." }]];
  let turnsLeft = Number.POSITIVE_INFINITY;

  const http = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const open = new Set<Duplex>();

  http.on("upgrade", (request, socket, head) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    server.attempts += 1;
    const answer = turnsLeft <= 0 ? 429 : (next(upgrades) ?? "accept");
    if (answer === "silence") return;
    if (answer === "accept") sockets.handleUpgrade(request, socket, head, (accepted) => serve(accepted, request));
    else socket.end(`HTTP/1.1 ${answer} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });

  function serve(socket: WebSocket, request: IncomingMessage): void {
    const url = new URL(request.url ?? "/", "ws://127.0.0.1");
    const key = request.headers["ocp-apim-subscription-key"];
    const connection = server.connections.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      key: typeof key === "string" ? key : undefined,
      headers: request.headers,
      closed: new Promise((resolve) => socket.once("close", () => resolve())),
    });
    let outputFormat = "";
    let recording: RecordingTurn | null = null;
    const behaviorOf = (text = ""): AzureBehavior => {
      turnsLeft -= 1;
      const behavior = turnsLeft < 0 ? throttled : (next(behaviors) ?? { kind: "answer" });
      return typeof behavior === "function" ? behavior(text) : behavior;
    };
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      const frame = readFrame(data, isBinary);
      if (frame.path === "synthesis.context") outputFormat = outputFormatOf(frame);
      if (frame.path === "ssml") {
        const ssml = frame.body.toString("utf8");
        const at = performance.now();
        const synthesis: Synthesis = { ...described(ssml), outputFormat, connection: connection - 1, at };
        server.syntheses.push(synthesis);
        void play(socket, behaviorOf(synthesis.text), async (behavior) => {
          await speak(socket, frame.requestId, ssml, behavior);
          synthesis.answeredAt = performance.now();
        });
      }
      if (frame.path !== "audio") return;
      if (recording === null || recording.requestId !== frame.requestId) {
        const { requestId } = frame;
        const script = { phrases: [...(next(recordings) ?? [])], partials: 0 };
        recording = { requestId, parts: [], url, connection: connection - 1, behavior: behaviorOf(), script };
        socket.send(textFrame("turn.start", requestId, turnStart));
      }
      recording.parts.push(frame.body);
      if (frame.body.length > 0) {
        hearOn(socket, recording);
        return;
      }
      const { requestId, behavior, script, ...heard } = recording;
      recording = null;
      server.recognitions.push(describedRecording(heard));
      void play(socket, behavior, (how) => recognize(socket, requestId, script.phrases, how));
    });
    // A recording that the client gave up is recorded as well.
    socket.once("close", () => {
      if (recording !== null) server.recognitions.push(describedRecording(recording));
    });
  }

  async function play(
    socket: WebSocket,
    behavior: AzureBehavior,
    answer: (behavior: Answering) => Promise<void>,
  ): Promise<void> {
    switch (behavior.kind) {
      case "silence":
        return;
      case "close":
        socket.close(behavior.code, behavior.reason ?? "");
        return;
      case "garbage":
        if (behavior.empty) {
          socket.send("");
          return;
        }
        socket.send("no headers at all");
        socket.send(Buffer.from([0xff]));
        socket.send(Buffer.from([0x7f, 0xff, 1, 2, 3]));
        return;
      default:
        if (behavior.kind === "answer" && behavior.delayMs !== undefined) await sleep(behavior.delayMs);
        await answer(behavior);
    }
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The fake Azure has no port.");
  const server: AzureServer = {
    host: `ws://127.0.0.1:${address.port}`,
    connections: [],
    attempts: 0,
    syntheses: [],
    recognitions: [],
    behave(...list) {
      behaviors = list;
    },
    upgrade(...list) {
      upgrades = list;
    },
    hear(...list) {
      recordings = list;
    },
    throttleAfter(turns) {
      turnsLeft = turns;
    },
    disconnect() {
      for (const client of sockets.clients) client.close(1000, "idle");
    },
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
        for (const socket of open) socket.destroy();
      }),
  };
  return server;
}

type Answering = Extract<AzureBehavior, { kind: "answer" | "cut" | "empty" }>;

interface ReceivedRecording {
  readonly parts: Buffer[];
  readonly url: URL;
  readonly connection: number;
}

interface RecordingTurn extends ReceivedRecording {
  readonly requestId: string;
  readonly behavior: AzureBehavior;
  /** The phrases that were not told yet, and how many partial texts of the first one were. */
  readonly script: { phrases: HeardPhrase[]; partials: number };
}

const throttled: AzureBehavior = {
  kind: "close",
  code: 4429,
  reason: "The request is throttled because you have exceeded the concurrent request limit allowed for your sub",
};
const turnStart = { context: { serviceTag: "3ad5e4ff8be14f8dadd4b5d1d6a9f5c1" } };
const CHUNK = 2048;
/** Azure counts in units of 100 ns. */
const BYTES_PER_SECOND = 32_000;
const RIFF_BYTES = 44;
const TICKS_PER_BYTE = 10_000_000 / BYTES_PER_SECOND;

async function speak(socket: WebSocket, requestId: string, ssml: string, behavior: Answering): Promise<void> {
  const audio = behavior.kind === "empty" ? new Uint8Array(0) : await spokenMp3(described(ssml).text);
  const streamId = "5C9A4F0C1B7E4A0F9B8E7D6C5B4A3928";
  socket.send(textFrame("turn.start", requestId, turnStart));
  socket.send(textFrame("response", requestId, { ...turnStart, audio: { type: "inline", streamId } }));
  const end = behavior.kind === "cut" ? audio.length / 2 : audio.length;
  for (let start = 0; start < end; start += CHUNK) {
    socket.send(audioFrame(requestId, streamId, audio.subarray(start, Math.min(end, start + CHUNK))));
    if (behavior.kind === "answer" && start === 0) await behavior.pause;
  }
  if (behavior.kind === "cut") socket.terminate();
  else socket.send(textFrame("turn.end", requestId, {}));
}

/** Tells what is known of a recording that still goes on. */
function hearOn(socket: WebSocket, { requestId, parts, behavior, script }: RecordingTurn): void {
  const seconds = (parts.reduce((length, part) => length + part.length, 0) - RIFF_BYTES) / BYTES_PER_SECOND;
  const isDue = ({ at = Number.POSITIVE_INFINITY }: { at?: number }) => at <= seconds;
  if (behavior.kind === "cut" && isDue(behavior)) socket.terminate();
  if (behavior.kind === "close" && isDue(behavior)) socket.close(behavior.code, behavior.reason ?? "");
  if (socket.readyState !== socket.OPEN) return;
  for (let [phrase] = script.phrases; phrase !== undefined; [phrase] = script.phrases) {
    const partials = (phrase.partials ?? []).filter(isDue);
    for (const { text } of partials.slice(script.partials))
      socket.send(textFrame("speech.hypothesis", requestId, { Text: text, Offset: 0, Duration: 0 }));
    script.partials = partials.length;
    if (!isDue(phrase)) return;
    socket.send(textFrame("speech.phrase", requestId, phraseBody(phrase)));
    script.phrases.shift();
    script.partials = 0;
  }
}

const phraseBody = ({ text, status = "Success" }: HeardPhrase) => ({
  RecognitionStatus: status,
  ...(status === "Success" ? { DisplayText: text, NBest: [nBestOf(text)] } : {}),
  Offset: 0,
  Duration: text.length * 1600 * TICKS_PER_BYTE,
});

async function recognize(
  socket: WebSocket,
  requestId: string,
  phrases: readonly HeardPhrase[],
  behavior: Answering,
): Promise<void> {
  let Offset = 0;
  for (const phrase of behavior.kind === "empty" ? [] : phrases) {
    const body = { ...phraseBody(phrase), Offset };
    if (body.RecognitionStatus === "Success")
      socket.send(
        textFrame("speech.hypothesis", requestId, { Text: phrase.text.toLowerCase(), Offset, Duration: body.Duration }),
      );
    if (behavior.kind === "cut") {
      socket.terminate();
      return;
    }
    socket.send(textFrame("speech.phrase", requestId, body));
    Offset += body.Duration;
  }
  socket.send(textFrame("speech.enddetected", requestId, { Offset }));
  socket.send(textFrame("turn.end", requestId, {}));
}

const nBestOf = (text: string) => ({ Confidence: 0.9, Lexical: text, ITN: text, MaskedITN: text, Display: text });

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };

function described(ssml: string) {
  return {
    ssml,
    text: ssml.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity),
    voice: /<voice name=["']([^"']*)["']/.exec(ssml)?.[1] ?? "",
  };
}

function outputFormatOf(frame: AzureFrame): string {
  return /"outputFormat":"([^"]*)"/.exec(frame.body.toString("utf8"))?.[1] ?? "";
}

function describedRecording({ parts, url, connection }: ReceivedRecording): Recognition {
  return {
    language: url.searchParams.get("language") ?? "",
    path: url.pathname,
    connection,
    audio: Buffer.concat(parts),
    ended: parts.at(-1)?.length === 0,
  };
}

/** Removes and returns the first item; the last one stays in the list. */
function next<Item>(list: Item[]): Item | undefined {
  return list.length > 1 ? list.shift() : list[0];
}
