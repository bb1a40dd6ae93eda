import { HttpError, unavailable } from "../../http/errors.ts";
import type { Log } from "../../log.ts";
import {
  RecognitionError,
  type RecognitionErrorCode,
  type SpeechRecognizer,
} from "../../providers/recognition/recognition.ts";
import type { UsageMeter } from "../usage/service.ts";
import { hearsSpeech } from "./recording/hear-speech.ts";
import { ReaderBusyError, type RecordingReader } from "./recording/read-recording.ts";
import { RecordingRefusal, type RefusalReason } from "./recording/sound.ts";

interface TranscriberDeps {
  reader: RecordingReader;
  recognizer: SpeechRecognizer;
  usage: UsageMeter;
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
  { reader, recognizer, usage, log }: TranscriberDeps,
  { bytes, language, userId }: Dictation,
  signal: AbortSignal,
): Promise<{ text: string }> {
  try {
    const sound = await reader.read(bytes, signal);
    if (!hearsSpeech(sound.secondsOfSpeech)) throw nothingHeard();
    if (recognizer.engine === null) throw noRecognizer();
    await usage.require(userId, "seconds");
    const text = await recognizer.recognize({ samples: sound.samples, language }, signal);
    await usage.add(userId, { seconds: Math.ceil(sound.seconds) });
    if (text === "") throw nothingHeard();
    return { text };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The caller has hung up, so nobody reads this.
    if (signal.aborted) throw new HttpError(499, "called_off", "The recording was called off.");
    if (error instanceof RecordingRefusal) throw refusal(error.reason);
    if (error instanceof ReaderBusyError)
      throw unavailable("Many people are speaking at once. Please try again in a moment.");
    log.warn({ err: error, engine: recognizer.engine?.name }, "transcription failed");
    if (error instanceof RecognitionError) throw failure(error);
    throw unavailable("The recording could not be read just now. Please try again.");
  }
}

const refusals: Record<RefusalReason, readonly [status: number, sentence: string]> = {
  not_audio: [415, "That is not a recording. Please record your message again."],
  unsupported_audio: [
    415,
    "This server can't read that kind of recording. Please try another browser, or type your message.",
  ],
  damaged_audio: [422, "That recording is damaged or was cut short. Please record it again."],
  too_long: [422, "That recording is longer than two minutes. Please record a shorter one."],
};

function refusal(reason: RefusalReason): HttpError {
  const [status, sentence] = refusals[reason];
  return new HttpError(status, reason, sentence);
}

const nothingHeard = () =>
  new HttpError(422, "no_speech", "Nothing was heard. Please try again, a little closer to the microphone.");

const noRecognizer = () =>
  new HttpError(503, "no_recogniser", "Speaking is not set up here. Please type instead, or ask your administrator.");

const answers: Record<RecognitionErrorCode, readonly [status: number, code: string]> = {
  unsupported: [503, "no_recogniser"],
  unauthorized: [502, "recogniser_failed"],
  failed: [502, "recogniser_failed"],
  timeout: [503, "recogniser_unavailable"],
  rate_limited: [503, "recogniser_unavailable"],
  unavailable: [503, "recogniser_unavailable"],
};

const BUSY_SECONDS = 5;

function failure({ code: cause, sentence }: RecognitionError): HttpError {
  const [status, code] = answers[cause];
  return new HttpError(status, code, sentence, cause === "rate_limited" ? { retryAfter: BUSY_SECONDS } : {});
}
