import { createServer, type IncomingMessage } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { audioFrame, readFrame, textFrame } from "#tests/support/azure-frames.ts";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import { after, now } from "./clock.ts";
import { Listener } from "./listener.ts";
import type { Recording } from "./recordings.ts";

/** How fast the speech service is. */
export interface AzurePace {
  /** From the last sound that it needs to a result, in ms. */
  resultMs: number;
  /** Its work for each second of sound, in seconds; while one speaks it is done meanwhile. */
  workPerSecond: number;
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
  seconds: number;
  text: string;
}

export interface Synthesis {
  text: string;
  askedAt: number;
  firstBytesAt: number;
}

export interface AzureEngine {
  /** As AZURE_SPEECH_HOST wants it. */
  host: string;
  /** What is being said now, and understood. */
  recording: Recording | null;
  /** What it says to have heard, where no recording is set. */
  text: string;
  recognitions: Recognition[];
  syntheses: Synthesis[];
  stop(): Promise<void>;
}

/** Azure closes a phrase after so much silence, where it is not asked for another length. */
const PHRASE_SILENCE_MS = 500;
const RIFF_BYTES = 44;
const BYTES_PER_SECOND = 32_000;
const CHUNK = 2048;
/** Of 48 kbit/s. */
const MP3_BYTES_PER_SECOND = 6000;
const turnStart = { context: { serviceTag: "3ad5e4ff8be14f8dadd4b5d1d6a9f5c1" } };

/** Plays Azure Speech at the wire, as fast as it is told: recognition while one speaks or of a whole, and synthesis. */
export async function startAzureEngine(pace: AzurePace): Promise<AzureEngine> {
  const http = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server: http });
  const engine: AzureEngine = {
    host: "",
    recording: null,
    text: "Where did you hide my left shoe?",
    recognitions: [],
    syntheses: [],
    stop: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  sockets.on("connection", (socket, request) => {
    socket.on("error", () => socket.terminate());
    serve(engine, pace, socket, phraseSilence(request));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The speech engine has no port.");
  engine.host = `ws://127.0.0.1:${address.port}`;
  return engine;
}

function phraseSilence(request: IncomingMessage): number {
  const asked = new URL(request.url ?? "/", "ws://127.0.0.1").searchParams.get("segmentationSilenceTimeoutMs");
  return asked === null ? PHRASE_SILENCE_MS : Number(asked);
}

function serve(engine: AzureEngine, pace: AzurePace, socket: WebSocket, silenceMs: number): void {
  let hearing: Hearing | null = null;
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    const { path, requestId, body } = readFrame(data, isBinary);
    if (path === "ssml") void speak(engine, pace, socket, requestId, textOf(body.toString("utf8")));
    if (path !== "audio") return;
    if (hearing?.requestId !== requestId) {
      hearing = new Hearing(engine, pace, { socket, requestId, silenceMs });
      socket.send(textFrame("turn.start", requestId, turnStart));
    }
    hearing.push(body);
  });
  socket.once("close", () => hearing?.leave());
}

/** One recognition: the text so far comes back while sound comes, and phrases are closed at pauses. */
class Hearing {
  readonly requestId: string;
  readonly #engine: AzureEngine;
  readonly #pace: AzurePace;
  readonly #socket: WebSocket;
  readonly #silenceMs: number;
  readonly #recording: Recording | null;
  readonly #listener: Listener | null;
  readonly #beganAt = now();
  /** When it is through with the sound so far. */
  #readyAt = now();
  #bytes = 0;
  #closedWords = new Set<number>();
  #phrases: string[] = [];
  #hypothesis = "";
  #isOver = false;

  constructor(engine: AzureEngine, pace: AzurePace, turn: { socket: WebSocket; requestId: string; silenceMs: number }) {
    this.requestId = turn.requestId;
    this.#socket = turn.socket;
    this.#silenceMs = turn.silenceMs;
    this.#engine = engine;
    this.#pace = pace;
    this.#recording = engine.recording;
    this.#listener = engine.recording === null ? null : new Listener(engine.recording);
  }

  push(body: Buffer): void {
    if (body.length === 0) {
      this.#end();
      return;
    }
    const sound = this.#bytes === 0 && body.toString("latin1", 0, 4) === "RIFF" ? body.subarray(RIFF_BYTES) : body;
    this.#bytes += body.length;
    this.#listener?.push(sound);
    const workMs = (sound.length / BYTES_PER_SECOND) * this.#pace.workPerSecond * 1000;
    this.#readyAt = Math.max(this.#readyAt, now()) + workMs;
    if (this.#listener === null) this.#tellText();
    const words = this.#listener?.words() ?? [];
    const last = words.at(-1);
    const isPause = last !== undefined && (this.#listener?.silenceAfter(last) ?? 0) * 1000 >= this.#silenceMs;
    after(this.#readyAt + this.#pace.resultMs - now(), () => this.#tell(words, isPause));
  }

  /** Whoever has all words in closed phrases does not wait for the end. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#phrases.length > 0) this.#note(now(), now());
  }

  /** Where no recording is set: a word more of the text with each half second. */
  #tellText(): void {
    const words = this.#engine.text.split(" ").slice(0, Math.ceil((2 * this.#bytes) / BYTES_PER_SECOND));
    const Text = words.join(" ").toLowerCase();
    if (Text === this.#hypothesis) return;
    this.#hypothesis = Text;
    this.#socket.send(textFrame("speech.hypothesis", this.requestId, { Text, ...this.#place() }));
  }

  #tell(words: readonly number[], isPause: boolean): void {
    if (this.#isOver) return;
    const open = words.filter((word) => !this.#closedWords.has(word));
    if (open.length === 0) return;
    if (isPause) {
      this.#close(open);
      return;
    }
    const Text = this.#textOf(open)
      .toLowerCase()
      .replace(/[.,?!¿¡]/g, "");
    if (Text === this.#hypothesis) return;
    this.#hypothesis = Text;
    this.#socket.send(textFrame("speech.hypothesis", this.requestId, { Text, ...this.#place() }));
  }

  #close(words: readonly number[]): void {
    for (const word of words) this.#closedWords.add(word);
    const silence = this.#listener?.silenceAfter(words.at(-1) ?? 0) ?? 0;
    this.#phrase(asSentence(this.#textOf(words), this.#isOfQuestion(words[0] ?? 0)), silence);
  }

  #phrase(text: string, silence = 0): void {
    this.#hypothesis = "";
    this.#phrases.push(text);
    const best = { Confidence: 0.9, Lexical: text, ITN: text, MaskedITN: text, Display: text };
    const heard = { RecognitionStatus: "Success", DisplayText: text, NBest: [best], ...this.#place(silence) };
    this.#socket.send(textFrame("speech.phrase", this.requestId, heard));
  }

  #end(): void {
    const endedAt = now();
    const words = this.#listener?.words() ?? [];
    after(Math.max(endedAt, this.#readyAt) + this.#pace.resultMs - endedAt, () => {
      if (this.#isOver) return;
      this.#isOver = true;
      const open = words.filter((word) => !this.#closedWords.has(word));
      if (open.length > 0) this.#close(open);
      if (this.#listener === null) this.#phrase(this.#engine.text);
      this.#socket.send(textFrame("speech.enddetected", this.requestId, { Offset: this.#place().Duration }));
      this.#socket.send(textFrame("turn.end", this.requestId, {}));
      this.#note(endedAt, now());
    });
  }

  #note(endedAt: number, finalAt: number): void {
    const seconds = this.#bytes / BYTES_PER_SECOND;
    this.#engine.recognitions.push({
      beganAt: this.#beganAt,
      endedAt,
      finalAt,
      seconds,
      text: this.#phrases.join(" "),
    });
  }

  #textOf(words: readonly number[]): string {
    const text = words.map((word) => this.#recording?.words[word]?.text ?? "").join(" ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Whether the phrase begins a question: Azure goes by the first words, and takes it to be whole. */
  #isOfQuestion(first: number): boolean {
    const words = this.#recording?.words ?? [];
    const isBegin = first === 0 || SENTENCE_END.test(words[first - 1]?.text ?? "");
    const last = words.slice(first).find(({ text }) => SENTENCE_END.test(text));
    return isBegin && last?.text.endsWith("?") === true;
  }

  /** Of what it heard, less so many seconds at its end. Azure counts in units of 100 ns. */
  #place = (silence = 0) => ({
    Offset: 0,
    Duration: Math.round((this.#bytes / BYTES_PER_SECOND - silence) * 10_000_000),
  });
}

const SENTENCE_END = /[.?!]$/;

/** Azure ends each phrase as a sentence, also where it goes on after the pause. */
const asSentence = (text: string, isOfQuestion: boolean): string =>
  SENTENCE_END.test(text) ? text : `${text.replace(/,$/, "")}${isOfQuestion ? "?" : "."}`;

async function speak(
  engine: AzureEngine,
  { firstBytesMs, soundSpeed }: AzurePace,
  socket: WebSocket,
  requestId: string,
  text: string,
): Promise<void> {
  const askedAt = now();
  const audio = await spokenMp3(text);
  const streamId = "5C9A4F0C1B7E4A0F9B8E7D6C5B4A3928";
  const chunkMs = (CHUNK / MP3_BYTES_PER_SECOND / soundSpeed) * 1000;
  const sendFrom = (start: number) => {
    if (socket.readyState !== socket.OPEN) return;
    if (start >= audio.length) return void socket.send(textFrame("turn.end", requestId, {}));
    socket.send(audioFrame(requestId, streamId, audio.subarray(start, start + CHUNK)));
    const next = start + CHUNK;
    after(askedAt + firstBytesMs + (next / CHUNK) * chunkMs - now(), () => sendFrom(next));
  };
  after(askedAt + firstBytesMs - now(), () => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(textFrame("turn.start", requestId, turnStart));
    socket.send(textFrame("response", requestId, { ...turnStart, audio: { type: "inline", streamId } }));
    engine.syntheses.push({ text, askedAt, firstBytesAt: now() });
    sendFrom(0);
  });
}

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };

const textOf = (ssml: string): string =>
  ssml.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity);
