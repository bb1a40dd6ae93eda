import { parentPort } from "node:worker_threads";
import type * as Sdk from "microsoft-cognitiveservices-speech-sdk";
import { type AzureSdk, failureOf, loadAzureSdk, speechConfig } from "../azure/sdk.ts";
import type { AzureAttempt, AzureMessage, AzureOutcome } from "./azure.ts";
import { RECORDING_RATE, type RecognitionErrorCode } from "./recognition.ts";

// A thread of its own for the SDK: it blocks for a third of a second while it loads, and throws where nobody can catch it
// when the service sends an empty frame, which then ends this thread and not the server.

// By default the SDK sends the first 5 s of a recording at once and the rest at twice the speed of speech, to spare the
// service. With half a minute sent at once, nearly every recording takes only seconds.
const SENT_AT_ONCE_MS = 30_000;

/** How to stop each recognition under way, by its id. */
const underWay = new Map<number, () => void>();

parentPort?.on("message", (message: AzureMessage) => {
  if (message.kind === "stop") underWay.get(message.id)?.();
  else void run(message);
});

async function run(attempt: AzureAttempt): Promise<void> {
  const sdk = await loadAzureSdk();
  const { outcome, stop } = recognize(sdk, attempt);
  underWay.set(attempt.id, stop);
  const settled = await outcome;
  underWay.delete(attempt.id);
  parentPort?.postMessage({ id: attempt.id, ...settled } satisfies AzureOutcome);
}

type Outcome =
  | { kind: "text"; text: string }
  | { kind: "failed"; code: RecognitionErrorCode; message: string; again: boolean };

function recognize(sdk: AzureSdk, attempt: AzureAttempt): { outcome: Promise<Outcome>; stop: () => void } {
  const recognizer = recognizerOf(sdk, attempt);
  const connection = sdk.Connection.fromRecognizer(recognizer);
  const phrases: string[] = [];
  let isOver = false;
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const finish = (result: Outcome) => {
    if (isOver) return;
    isOver = true;
    settle(result);
    close(recognizer, connection);
  };
  const done = () => finish({ kind: "text", text: joined(phrases, attempt.language) });

  recognizer.recognized = (_, { result }) => {
    // The text is empty or missing where nothing was understood.
    if (result.reason === sdk.ResultReason.RecognizedSpeech && result.text) phrases.push(result.text);
  };
  recognizer.canceled = (_, { reason, errorCode, errorDetails }) => {
    if (reason === sdk.CancellationReason.Error) finish(failure(sdk, errorCode, errorDetails));
    else done();
  };
  recognizer.sessionStopped = done;
  // The only event for a connection that closes in the middle of a turn; without it the turn would wait for ever.
  connection.disconnected = () =>
    finish({ kind: "failed", code: "unavailable", message: "the connection was closed", again: true });
  recognizer.startContinuousRecognitionAsync(undefined, (error) =>
    finish({ kind: "failed", code: "unavailable", message: error, again: false }),
  );
  return { outcome, stop: done };
}

function recognizerOf(sdk: AzureSdk, { samples, language, account }: AzureAttempt): Sdk.SpeechRecognizer {
  const config = speechConfig(sdk, account);
  config.speechRecognitionLanguage = language;
  config.setProperty("SPEECH-TransmitLengthBeforThrottleMs", String(SENT_AT_ONCE_MS));
  const stream = sdk.AudioInputStream.createPushStream(sdk.AudioStreamFormat.getWaveFormatPCM(RECORDING_RATE, 16, 1));
  stream.write(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength));
  stream.close();
  return new sdk.SpeechRecognizer(config, sdk.AudioConfig.fromStreamInput(stream));
}

/** Closes the connection too: the recognizer alone would leave it open until the service ends its turn. */
function close(recognizer: Sdk.SpeechRecognizer, connection: Sdk.Connection): void {
  const ignore = () => undefined;
  const closeRecognizer = () => {
    try {
      recognizer.close(ignore, ignore);
    } catch {
      // Closed already.
    }
  };
  connection.closeConnection(closeRecognizer, closeRecognizer);
}

function joined(phrases: readonly string[], language: string): string {
  const isWithoutSpaces = language.startsWith("zh") || language.startsWith("ja");
  return phrases
    .map((phrase) => phrase.trim())
    .join(isWithoutSpaces ? "" : " ")
    .trim();
}

function failure(sdk: AzureSdk, errorCode: Sdk.CancellationErrorCode, details: string): Outcome {
  const message = `${sdk.CancellationErrorCode[errorCode]}: ${details}`;
  const code = codeOf(sdk, errorCode, details);
  return { kind: "failed", code, message, again: code === "rate_limited" };
}

/** A refused connection has no error code of its own; its HTTP status is in the details. */
function codeOf(sdk: AzureSdk, errorCode: Sdk.CancellationErrorCode, details: string): RecognitionErrorCode {
  switch (errorCode) {
    case sdk.CancellationErrorCode.TooManyRequests:
      return "rate_limited";
    case sdk.CancellationErrorCode.AuthenticationFailure:
    // Also for a free subscription whose monthly hours are used up.
    case sdk.CancellationErrorCode.Forbidden:
      return "unauthorized";
    case sdk.CancellationErrorCode.BadRequestParameters:
      return "failed";
    default: {
      const cause = failureOf(details);
      return cause === "bad_voice" ? "failed" : cause;
    }
  }
}
