import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { audioFrame, readFrame, textFrame } from "#tests/support/azure-frames.ts";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import { now } from "./page.ts";
import type { Recording } from "./recordings.ts";

/** How fast the speech service is. */
export interface AzurePace {
  /** From the last sound that it needs to a result, in ms. */
  resultMs: number;
  /** From a text to the first bytes of its sound, in ms. */
  firstBytesMs: number;
  /** How many times faster than it is heard sound comes. */
  soundSpeed: number;
}

/** Times as `now` has them. */
export interface Recognition {
  beganAt: number;
  /** The end of the sound was announced. */
  endedAt: number;
  /** The final text was sent. */
  finalAt: number;
}

export interface Synthesis {
  text: string;
  askedAt: number;
  firstBytesAt: number;
  /** All sound was sent, or the caller left. */
  endedAt: number | undefined;
}

export interface SpeechEngine {
  pace: AzurePace;
  /** What a person says, and since when. The engine knows its words by the clock, and those of an upload as a whole. */
  saying: { recording: Recording; startedAt: number } | null;
  recognitions: Recognition[];
  syntheses: Synthesis[];
}

interface AzureEngine extends SpeechEngine {
  /** As AZURE_SPEECH_HOST wants it. */
  host: string;
  stop(): Promise<void>;
}

/** Azure closes a phrase after so much silence, where it is not asked for another length. */
const PHRASE_SILENCE_MS = 500;
const BYTES_PER_SECOND = 32_000;
const CHUNK = 2048;
/** Of 48 kbit/s. */
const MP3_BYTES_PER_SECOND = 6000;
/** A word counts from its middle on, and is over a moment before its last sound fades. */
const TOLERANCE_MS = 50;
const turnStart = { context: { serviceTag: "3ad5e4ff8be14f8dadd4b5d1d6a9f5c1" } };

/** Plays Azure Speech at the wire, as fast as it is told: recognition while one speaks or of a whole, and synthesis. */
export async function startAzureEngine(pace: AzurePace): Promise<AzureEngine> {
  const http = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server: http });
  const engine: AzureEngine = {
    ...{ host: "", pace, saying: null, recognitions: [], syntheses: [] },
    stop: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  sockets.on("connection", (socket, request) => {
    const asked = new URL(request.url ?? "/", "ws://127.0.0.1").searchParams.get("segmentationSilenceTimeoutMs");
    serve(engine, socket, Number(asked ?? PHRASE_SILENCE_MS));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The speech engine has no port.");
  engine.host = `ws://127.0.0.1:${address.port}`;
  return engine;
}

function serve(engine: AzureEngine, socket: WebSocket, silenceMs: number): void {
  let hearing: Hearing | null = null;
  const syntheses: Synthesis[] = [];
  socket.on("close", () => {
    for (const synthesis of syntheses) synthesis.endedAt ??= now();
  });
  socket.on("error", () => socket.terminate());
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    const { path, requestId, body } = readFrame(data, isBinary);
    if (path === "ssml") {
      const text = textOf(body.toString("utf8"));
      const synthesis: Synthesis = { text, askedAt: now(), firstBytesAt: Number.NaN, endedAt: undefined };
      engine.syntheses.push(synthesis);
      syntheses.push(synthesis);
      void speak(engine, socket, requestId, synthesis);
    }
    if (path !== "audio") return;
    if (hearing?.requestId !== requestId) hearing = new Hearing(engine, socket, requestId, silenceMs);
    hearing.push(body);
  });
}

/** One recognition: the text so far comes back while sound comes, and phrases are closed at pauses. */
class Hearing {
  readonly #beganAt = now();
  readonly #saying: AzureEngine["saying"];
  readonly #closed = new Set<number>();
  #bytes = 0;
  #soundBeganAt = Number.POSITIVE_INFINITY;
  #isUpload = false;
  #hypothesis = "";

  constructor(
    readonly engine: AzureEngine,
    readonly socket: WebSocket,
    readonly requestId: string,
    readonly silenceMs: number,
  ) {
    this.#saying = engine.saying;
    this.#send("turn.start", turnStart);
  }

  push(body: Buffer): void {
    if (body.length === 0) void this.#end();
    else this.#hear(body);
  }

  #hear(body: Buffer): void {
    if (this.#bytes === 0) this.#isUpload = body.toString("latin1", 0, 4) === "RIFF" && body.length > BYTES_PER_SECOND;
    this.#bytes += body.length;
    // Late sound only makes it later.
    this.#soundBeganAt = Math.min(this.#soundBeganAt, now() - this.#soundMs());
    const words = this.#openWords();
    const last = this.#saying?.recording.words[words.at(-1) ?? -1];
    const isPause = last !== undefined && this.#saidMs() - last.ends * 1000 >= this.silenceMs;
    setTimeout(() => this.#tell(words, isPause), this.engine.pace.resultMs);
  }

  #soundMs = () => (this.#bytes / BYTES_PER_SECOND) * 1000;

  /** How much of what is said the sound so far has, in ms from its beginning. */
  #saidMs = () => this.#soundBeganAt + this.#soundMs() - (this.#saying?.startedAt ?? 0);

  /** The numbers of the words in the sound so far that no phrase has yet. */
  #openWords(): number[] {
    const to = this.#isUpload ? Number.POSITIVE_INFINITY : this.#saidMs() + TOLERANCE_MS;
    const from = to - this.#soundMs() - 2 * TOLERANCE_MS;
    const words = this.#saying?.recording.words ?? [];
    return words.flatMap(({ begins, ends }, index) =>
      !this.#closed.has(index) && ends * 1000 <= to && (this.#isUpload || 500 * (begins + ends) >= from) ? [index] : [],
    );
  }

  #tell(words: readonly number[], isPause: boolean): void {
    const open = words.filter((word) => !this.#closed.has(word));
    if (open.length === 0) return;
    if (isPause) this.#close(open);
    else this.#guess(open);
  }

  #guess(open: readonly number[]): void {
    const Text = this.#textOf(open)
      .toLowerCase()
      .replace(/[.,?!¿¡]/g, "");
    if (Text === this.#hypothesis) return;
    this.#hypothesis = Text;
    this.#send("speech.hypothesis", { Text, ...this.#place() });
  }

  /** Azure ends each phrase as a sentence, also where it goes on after the pause. */
  #close(open: readonly number[]): void {
    for (const word of open) this.#closed.add(word);
    this.#hypothesis = "";
    const words = this.#saying?.recording.words ?? [];
    const text = this.#textOf(open);
    const sentence = words.slice(open[0]).find((word) => SENTENCE_END.test(word.text));
    const mark = sentence?.text.endsWith("?") === true ? "?" : ".";
    const Display = SENTENCE_END.test(text) ? text : `${text.replace(/,$/, "")}${mark}`;
    const best = { Confidence: 0.9, Lexical: Display, ITN: Display, MaskedITN: Display, Display };
    this.#send("speech.phrase", {
      RecognitionStatus: "Success",
      DisplayText: Display,
      NBest: [best],
      ...this.#place(),
    });
  }

  async #end(): Promise<void> {
    const endedAt = now();
    const open = this.#openWords();
    await sleep(this.engine.pace.resultMs);
    const left = open.filter((word) => !this.#closed.has(word));
    if (left.length > 0) this.#close(left);
    this.#send("speech.enddetected", { Offset: this.#place().Duration });
    this.#send("turn.end", {});
    this.engine.recognitions.push({ beganAt: this.#beganAt, endedAt, finalAt: now() });
  }

  #send(path: string, body: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(textFrame(path, this.requestId, body));
  }

  #textOf(open: readonly number[]): string {
    const text = open.map((word) => this.#saying?.recording.words[word]?.text ?? "").join(" ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** In units of 100 ns. */
  #place = () => ({ Offset: 0, Duration: Math.round(this.#soundMs() * 10_000) });
}

const SENTENCE_END = /[.?!]$/;

async function speak(engine: AzureEngine, socket: WebSocket, requestId: string, synthesis: Synthesis): Promise<void> {
  const audio = await spokenMp3(synthesis.text);
  const streamId = "5C9A4F0C1B7E4A0F9B8E7D6C5B4A3928";
  await sleep(Math.max(0, synthesis.askedAt + engine.pace.firstBytesMs - now()));
  const send = (frame: Buffer | string) => socket.readyState === socket.OPEN && socket.send(frame);
  send(textFrame("turn.start", requestId, turnStart));
  send(textFrame("response", requestId, { ...turnStart, audio: { type: "inline", streamId } }));
  synthesis.firstBytesAt = now();
  const chunkMs = (CHUNK / MP3_BYTES_PER_SECOND / engine.pace.soundSpeed) * 1000;
  for (let start = 0; start < audio.length && socket.readyState === socket.OPEN; start += CHUNK) {
    await sleep(Math.max(0, synthesis.firstBytesAt + (start / CHUNK) * chunkMs - now()));
    send(audioFrame(requestId, streamId, audio.subarray(start, start + CHUNK)));
  }
  send(textFrame("turn.end", requestId, {}));
  synthesis.endedAt ??= now();
}

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };

const textOf = (ssml: string): string =>
  ssml.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity);
