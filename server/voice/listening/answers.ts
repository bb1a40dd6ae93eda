import { HttpError, serviceUnavailable } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { RecognitionError, type RecognitionErrorCode, type SpeechRecognizer } from "../recognition/recognition.ts";
import { ReaderBusyError } from "./recording/read-recording.ts";
import { RecordingRefusal, type RefusalReason } from "./recording/sound.ts";

export const noSpeechError = () =>
  new HttpError(422, "no_speech", "Nothing was heard. Please try again, a little closer to the microphone.");

export const noRecognizerError = () =>
  new HttpError(503, "no_recogniser", "Speaking is not set up here. Please type instead, or ask your administrator.");

export function answerTo(error: unknown, { recognizer, log }: { recognizer: SpeechRecognizer; log: Log }): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof RecordingRefusal) return refusal(error.reason);
  if (error instanceof ReaderBusyError)
    return serviceUnavailable("Many people are speaking at once. Please try again in a moment.");
  log.warn({ err: error, engine: recognizer.engine?.name }, "transcription failed");
  if (error instanceof RecognitionError) return failure(error);
  return serviceUnavailable("The recording could not be read just now. Please try again.");
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
