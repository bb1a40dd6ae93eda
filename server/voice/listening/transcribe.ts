import { HttpError } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { SpeechRecognizer } from "../recognition/recognition.ts";
import { answerTo, nothingHeard, notSetUp } from "./answers.ts";
import { hearsSpeech } from "./recording/hear-speech.ts";
import type { RecordingReader } from "./recording/read-recording.ts";

/** Counts the seconds that are recognized for an account. */
export interface RecognitionMeter {
  /** Never rejects. */
  add(userId: string, amounts: { seconds: number }): Promise<void>;
  /** Counts them before the work, and not where it fails. @throws HttpError 429 where too few are left */
  spend<Result>(
    userId: string,
    amount: { measure: "seconds"; amount: number },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** @throws HttpError 429 where none is left */
  require(userId: string, measure: "seconds"): Promise<void>;
}

export interface Transcriber {
  reader: RecordingReader;
  recognizer: SpeechRecognizer;
  usage: RecognitionMeter;
  log: Log;
}

export interface Dictation {
  /** As the browser sent it. */
  bytes: Uint8Array;
  language: string;
  userId: string;
}

/**
 * Turns a recording into text. Errors of the recording itself, silence included, are found before a recognizer is asked, so
 * that they are reported also where none is configured.
 *
 * @throws HttpError with the codes of shared/api/voice.ts
 */
export async function transcribe(
  transcriber: Transcriber,
  dictation: Dictation,
  signal: AbortSignal,
): Promise<{ text: string }> {
  try {
    return { text: await recognizeRecording(transcriber, dictation, signal) };
  } catch (error) {
    // The caller has hung up, so nobody reads this.
    if (signal.aborted) throw new HttpError(499, "called_off", "The recording was called off.");
    throw answerTo(error, transcriber);
  }
}

/** @throws what `answerTo` has an answer for, or the signal's reason */
export async function recognizeRecording(
  { reader, recognizer, usage }: Transcriber,
  { bytes, language, userId }: Dictation,
  signal: AbortSignal,
): Promise<string> {
  const sound = await reader.read(bytes, signal);
  if (!hearsSpeech(sound.secondsOfSpeech)) throw nothingHeard();
  if (recognizer.engine === null) throw notSetUp();
  const text = await usage.spend(userId, { measure: "seconds", amount: Math.ceil(sound.seconds) }, () =>
    recognizer.recognize({ samples: sound.samples, language }, signal),
  );
  if (text === "") throw nothingHeard();
  return text;
}
