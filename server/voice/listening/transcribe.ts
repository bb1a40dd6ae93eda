import { HttpError } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { SpeechRecognizer } from "../recognition/recognition.ts";
import { answerTo, noRecognizerError, noSpeechError } from "./answers.ts";
import { hearsSpeech } from "./recording/hear-speech.ts";
import type { RecordingReader } from "./recording/read-recording.ts";

export interface RecognitionMeter {
  add(userId: string, amounts: { seconds: number }): Promise<void>;
  /** Counts before the work, and not where it fails. Throws HttpError 429 where too few are left. */
  spend<Result>(
    userId: string,
    amount: { measure: "seconds"; amount: number },
    work: () => Promise<Result>,
  ): Promise<Result>;
  require(userId: string, measure: "seconds"): Promise<void>;
}

export interface Transcriber {
  reader: RecordingReader;
  recognizer: SpeechRecognizer;
  usage: RecognitionMeter;
  log: Log;
}

export interface Dictation {
  bytes: Uint8Array;
  language: string;
  userId: string;
}

/** Faults of the recording show also where no recognizer is configured. Throws HttpError. */
export async function transcribe(
  transcriber: Transcriber,
  dictation: Dictation,
  signal: AbortSignal,
): Promise<{ text: string }> {
  try {
    return { text: await recognizeRecording(transcriber, dictation, signal) };
  } catch (error) {
    if (signal.aborted) throw new HttpError(499, "called_off", "The recording was called off.");
    throw answerTo(error, transcriber);
  }
}

export async function recognizeRecording(
  { reader, recognizer, usage }: Transcriber,
  { bytes, language, userId }: Dictation,
  signal: AbortSignal,
): Promise<string> {
  const sound = await reader.read(bytes, signal);
  if (!hearsSpeech(sound.secondsOfSpeech)) throw noSpeechError();
  if (recognizer.engine === null) throw noRecognizerError();
  const text = await usage.spend(userId, { measure: "seconds", amount: Math.ceil(sound.seconds) }, () =>
    recognizer.recognize({ samples: sound.samples, language }, signal),
  );
  if (text === "") throw noSpeechError();
  return text;
}
