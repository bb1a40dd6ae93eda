import { transcribe } from "#shared/api/voice.ts";
import { toSpeechWav } from "@/components/audio/wav.ts";
import { ApiError, call } from "@/lib/api.ts";
import { sendWithProgress } from "@/lib/upload-progress.ts";

export type Transcription =
  | { kind: "text"; text: string }
  /** The recording has no speech in it. */
  | { kind: "silence" }
  /** The server has no recognizer; `message` is its sentence for the person. */
  | { kind: "no recognizer"; message: string }
  | { kind: "failed"; message: string; error: unknown };

interface TranscriptionOptions {
  /** A BCP 47 tag of shared/voices.ts. */
  language: string;
  signal: AbortSignal;
  /** Gets 0..1 while the recording is sent, and null while the server works on it. */
  onProgress?: (progress: number | null) => void;
}

const UNREACHABLE = "Your recording could not be sent.";

/** Sends a recording and returns its words. It rejects only if the signal is aborted. */
export async function transcribeRecording(recording: Blob, options: TranscriptionOptions): Promise<Transcription> {
  try {
    return { kind: "text", text: await wordsOf(recording, options) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof ApiError)) return { kind: "failed", message: UNREACHABLE, error };
    if (error.code === "no_speech") return { kind: "silence" };
    if (error.code === "no_recogniser") return { kind: "no recognizer", message: messageOf(error) };
    const converted = error.code === "unsupported_audio" ? await convert(recording) : null;
    if (converted !== null) return transcribeRecording(converted, options);
    return { kind: "failed", message: messageOf(error), error };
  }
}

async function wordsOf(recording: Blob, { language, signal, onProgress }: TranscriptionOptions): Promise<string> {
  const filename = `recording.${extensionOf(recording.type)}`;
  const send = sendWithProgress(({ sent, total }) => onProgress?.(sent < total ? sent / total : null));
  const { text } = await call(transcribe, { file: recording, filename, body: { language } }, { signal, fetch: send });
  return text.trim();
}

/** The recording as WAV; null where it is WAV already or can't be decoded. */
const convert = (recording: Blob): Promise<Blob | null> =>
  recording.type === "audio/wav" ? Promise.resolve(null) : toSpeechWav(recording).catch(() => null);

const messageOf = (error: ApiError): string => error.serverMessage ?? "Your recording could not be taken.";

/** A file extension for a media type: `webm` for `audio/webm;codecs=opus`. */
const extensionOf = (type: string): string => /^audio\/(?:x-)?(\w+)/.exec(type)?.[1] ?? "audio";
