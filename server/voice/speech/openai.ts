import { APIConnectionTimeoutError, APIError } from "openai";
import PQueue from "p-queue";
import { z } from "zod";
import { createOpenAiClient, type OpenAiAccount } from "#server/models/openai-client.ts";
import type { VoiceMap } from "#shared/voice-map.ts";
import { concatenate, createFrameReader } from "./mp3.ts";
import { serverVoice } from "./openai-voices.ts";
import { plainText } from "./plain-text.ts";
import { type OnPiece, retryWhenBusy, SpeechError, type SpeechErrorCode, type SpeechSynthesizer } from "./speech.ts";

export interface OpenAiSpeechOptions extends OpenAiAccount {
  readonly voices: VoiceMap;
  /** Makes the MP3 of `SpeechSynthesizer` from a WAV, which some servers answer with whatever they are asked for. */
  readonly encodeWav: (wav: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<Uint8Array>;
  /** How long the server may stay silent, before and between pieces of sound. */
  readonly quietMs?: number;
  readonly retryMs?: number;
}

const QUIET_MS = 10_000;
const RETRY_MS = 1_000;
const LIST_MS = 3_000;
const AT_ONCE = 8;
const MAX_WAITING = 200;
/** Some five minutes of sound as WAV. */
const MOST_BYTES = 16 * 1024 * 1024;

const voiceList = z.object({ voices: z.array(z.union([z.string(), z.object({ id: z.string() })])) });

/** Any server with the `/audio/speech` of the OpenAI API. */
export function createOpenAiSpeech(options: OpenAiSpeechOptions): SpeechSynthesizer {
  const { model, voices, encodeWav, quietMs = QUIET_MS, retryMs = RETRY_MS } = options;
  const client = createOpenAiClient({ ...options, timeout: quietMs });
  const queue = new PQueue({ concurrency: AT_ONCE });
  const speaking = new Set<AbortController>();
  let isClosed = false;
  let offered: Promise<readonly string[]> | undefined;

  /** OpenAI itself and some others have no such list. */
  async function listVoices(): Promise<readonly string[]> {
    try {
      const given: unknown = await client.get("/audio/voices", { timeout: LIST_MS });
      return voiceList.parse(given).voices.map((voice) => (typeof voice === "string" ? voice : voice.id));
    } catch {
      return [];
    }
  }

  async function speak(input: string, voiceName: string, signal: AbortSignal, onPiece: OnPiece): Promise<Uint8Array> {
    offered ??= listVoices();
    const chosen = serverVoice(voiceName, voices, await offered);
    if (chosen === null) throw new SpeechError("bad_voice", `no voice ${JSON.stringify(voiceName.slice(0, 80))}`);
    const quiet = new AbortController();
    const timer = setTimeout(() => quiet.abort(), quietMs);
    const either = AbortSignal.any([signal, quiet.signal]);
    try {
      const response = await client.audio.speech.create(
        { model, input, ...chosen, response_format: "mp3" },
        { signal: either },
      );
      const sound = await readSound(response, { onPiece, onBytes: () => timer.refresh(), signal: either });
      if (sound.kind === "mp3") return sound.mp3;
      return await encodeWav(sound.wav, either);
    } catch (error) {
      signal.throwIfAborted();
      throw quiet.signal.aborted ? new SpeechError("timeout", `silent for ${quietMs} ms`) : asSpeechError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    engine: { kind: "openai", name: model },
    async synthesize({ text, voiceName }, signal, onPiece) {
      signal.throwIfAborted();
      const input = plainText(text);
      if (input === "") return new Uint8Array(0);
      if (isClosed) throw closedError();
      if (queue.size >= MAX_WAITING) throw new SpeechError("rate_limited", `${MAX_WAITING} utterances wait`);
      const ending = new AbortController();
      const either = AbortSignal.any([signal, ending.signal]);
      const say = (note: OnPiece) => speak(input, voiceName, either, note);
      speaking.add(ending);
      try {
        return await queue.add(() => retryWhenBusy(say, { signal: either, onPiece, retryMs }), { signal: either });
      } finally {
        speaking.delete(ending);
      }
    },
    async close() {
      isClosed = true;
      for (const ending of speaking) ending.abort(closedError());
    },
  };
}

const closedError = () => new SpeechError("unavailable", "the synthesizer is closed");

type Sound =
  | { readonly kind: "mp3"; readonly mp3: Uint8Array }
  | { readonly kind: "wav"; readonly wav: Uint8Array<ArrayBuffer> };

/** Hands on an MP3 while it comes. Throws SpeechError where the answer has no sound. */
async function readSound(
  response: Response,
  { onPiece, onBytes, signal }: { onPiece: OnPiece; onBytes: () => void; signal: AbortSignal },
): Promise<Sound> {
  const readFrames = createFrameReader();
  const bytes: Uint8Array[] = [];
  const frames: Uint8Array[] = [];
  let length = 0;
  let isWav: boolean | undefined;
  for await (const piece of response.body ?? []) {
    signal.throwIfAborted();
    onBytes();
    length += piece.length;
    if (length > MOST_BYTES) throw new SpeechError("unavailable", "an answer without end");
    bytes.push(piece);
    if (isWav === undefined && length < 4) continue;
    const unread = isWav === undefined ? concatenate(bytes) : piece;
    isWav ??= Buffer.from(unread).toString("latin1", 0, 4) === "RIFF";
    if (isWav) continue;
    const mp3 = readFrames(unread);
    if (mp3.length === 0) continue;
    frames.push(mp3);
    onPiece(mp3);
  }
  signal.throwIfAborted();
  if (isWav === true) return { kind: "wav", wav: concatenate(bytes) };
  if (frames.length === 0) throw new SpeechError("unavailable", "an answer without sound");
  return { kind: "mp3", mp3: concatenate(frames) };
}

function asSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  if (error instanceof APIConnectionTimeoutError) return new SpeechError("timeout", error.message);
  if (!(error instanceof APIError))
    return new SpeechError("unavailable", error instanceof Error ? error.message : String(error), { cause: error });
  return new SpeechError(codeOf(error), `status ${error.status ?? "none"}, code ${error.code ?? "none"}`, {
    cause: error,
  });
}

function codeOf(error: APIError): SpeechErrorCode {
  const status: number | undefined = error.status;
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 408 || status === 504) return "timeout";
  // OpenAI also answers so for an account without credit, where waiting does not help.
  if (status === 429) return error.code === "insufficient_quota" ? "unauthorized" : "rate_limited";
  if (status !== undefined && status >= 400 && status < 500 && /voice/i.test(error.message)) return "bad_voice";
  return "unavailable";
}
