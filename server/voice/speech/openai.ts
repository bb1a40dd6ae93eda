import { APIConnectionTimeoutError, APIError } from "openai";
import PQueue from "p-queue";
import { retryAfterMs } from "#server/models/chat/openai-errors.ts";
import type { OpenAiAccount } from "#server/models/openai-client.ts";
import type { VoiceMap } from "#shared/voice-map.ts";
import { findVoice } from "#shared/voices.ts";
import type { EmbeddedSpeech } from "./embedded.ts";
import { type ServerVoice, serverVoice } from "./openai-voices.ts";
import { plainText } from "./plain-text.ts";
import { readSound } from "./read-sound.ts";
import { type OnPiece, retryWhenBusy, SpeechError, type SpeechErrorCode, type SpeechSynthesizer } from "./speech.ts";
import { connectSpeechServer, isNoSuchCall } from "./speech-server.ts";

export interface OpenAiSpeechOptions extends OpenAiAccount {
  readonly voices: VoiceMap;
  /** Encodes a WAV, which some servers send whatever they are asked for, and speaks what the server has no voice for. */
  readonly builtIn: Pick<EmbeddedSpeech, "encodeWav" | "synthesize">;
  /** How long the server may stay silent, before and between pieces of sound. */
  readonly quietMs?: number;
  readonly retryMs?: number;
}

const QUIET_MS = 10_000;
const RETRY_MS = 1_000;
const AT_ONCE = 8;
const MAX_WAITING = 200;

export function createOpenAiSpeech(options: OpenAiSpeechOptions): SpeechSynthesizer {
  const { model, baseUrl, voices, builtIn, quietMs = QUIET_MS, retryMs = RETRY_MS } = options;
  const server = connectSpeechServer(options, quietMs);
  const queue = new PQueue({ concurrency: AT_ONCE });
  const speaking = new Set<AbortController>();
  let isClosed = false;
  /** Voices that the server turned out not to have. */
  const unknown = new Set<string>();
  let listing: Promise<readonly string[]> | undefined;

  function offeredVoices(): Promise<readonly string[]> {
    listing ??= server.listVoices().catch(() => {
      // Asked again for the next sentence: the server may be starting.
      listing = undefined;
      return [];
    });
    return listing;
  }

  async function speak(input: string, voiceName: string, signal: AbortSignal, onPiece: OnPiece): Promise<Uint8Array> {
    for (;;) {
      const chosen = serverVoice(voiceName, voices, await offeredVoices(), unknown);
      if (chosen === null) return builtIn.synthesize({ text: input, voiceName }, signal, onPiece);
      try {
        return await speakAs(input, chosen, signal, onPiece);
      } catch (error) {
        const isUnknown = error instanceof SpeechError && error.code === "bad_voice";
        if (!isUnknown || !chosen.isGuess) throw error;
        unknown.add(chosen.voice);
        if (serverVoice(voiceName, voices, [], unknown) === null) throw error;
      }
    }
  }

  async function speakAs(input: string, { voice, speed }: ServerVoice, signal: AbortSignal, onPiece: OnPiece) {
    const quiet = new AbortController();
    const timer = setTimeout(() => quiet.abort(), quietMs);
    const either = AbortSignal.any([signal, quiet.signal]);
    try {
      const response = await server.speak({ input, voice, speed }, either);
      const sound = await readSound(response, { onPiece, onBytes: () => timer.refresh(), signal: either });
      if (sound.kind === "mp3") return sound.mp3;
      return await builtIn.encodeWav(sound.wav, either);
    } catch (error) {
      signal.throwIfAborted();
      throw quiet.signal.aborted ? new SpeechError("timeout", `silent for ${quietMs} ms`) : asSpeechError(error, voice);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    engine: { kind: "openai", name: model, sound: [baseUrl ?? "", ...[...voices].flat()] },
    async synthesize({ text, voiceName }, signal, onPiece) {
      signal.throwIfAborted();
      if (findVoice(voiceName) === undefined)
        throw new SpeechError("bad_voice", `no voice ${JSON.stringify(voiceName.slice(0, 80))}`);
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

function asSpeechError(error: unknown, voice: string): SpeechError {
  if (error instanceof SpeechError) return error.code === "bad_voice" ? unknownVoice(error, voice) : error;
  if (error instanceof APIConnectionTimeoutError) return new SpeechError("timeout", error.message);
  if (!(error instanceof APIError))
    return new SpeechError("unavailable", error instanceof Error ? error.message : String(error), { cause: error });
  const explained = `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  if (isNoSuchCall(error)) return new SpeechError("unavailable", explained, { cause: error, remedy: noSuchCall });
  const code = codeOf(error);
  if (code === "bad_voice") return unknownVoice(error, voice);
  return new SpeechError(code, explained, { cause: error, retryAfterMs: retryAfterMs(error) });
}

const noSuchCall = "There is no /audio/speech at that address. It often ends with /v1, as in http://127.0.0.1:8880/v1.";

const unknownVoice = (error: Error, voice: string) =>
  new SpeechError("bad_voice", `no voice ${JSON.stringify(voice.slice(0, 80))} there`, {
    cause: error.cause ?? error,
    remedy: `The speech server does not know the voice '${voice.slice(0, 80)}'.`,
  });

function codeOf(error: APIError): SpeechErrorCode {
  const status: number | undefined = error.status;
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 408 || status === 504) return "timeout";
  // OpenAI also answers so for an account without credit, where waiting does not help.
  if (status === 429) return error.code === "insufficient_quota" ? "unauthorized" : "rate_limited";
  if (status !== undefined && status >= 400 && /\bvoices?\b/i.test(error.message)) return "bad_voice";
  return "unavailable";
}
