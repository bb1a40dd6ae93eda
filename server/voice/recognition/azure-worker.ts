import { parentPort } from "node:worker_threads";
import type * as Sdk from "microsoft-cognitiveservices-speech-sdk";
import { type AzureAccount, type AzureSdk, failureOf, loadAzureSdk, speechConfig } from "../azure/sdk.ts";
import type { AzureCommand, AzureEvent, AzureOutcome, AzurePartial } from "./azure-thread.ts";
import { RECORDING_RATE, type RecognitionErrorCode } from "./recognition.ts";

// A thread of its own for the SDK: it blocks for a third of a second while it loads, and throws where nobody can catch it
// when the service sends an empty frame, which then ends this thread and not the server.

// By default the SDK sends the first 5 s of a recording at once and the rest at twice the speed of speech, to spare the
// service. With half a minute sent at once, nearly every recording takes only seconds.
const SENT_AT_ONCE_MS = 30_000;

/** The service counts in units of 100 ns. */
const UNITS_PER_SECOND = 10_000_000;

/** What the thread is told goes to each recognition under way, by its id. */
interface Recognition {
  write(samples: Int16Array<ArrayBuffer>): void;
  end(): void;
  stop(): void;
}

const underWay = new Map<number, Recognition>();

// One message after the other: the first ones wait until the SDK is loaded.
parentPort?.on("message", (message: AzureCommand) => void loadAzureSdk().then((sdk) => carryOut(sdk, message)));

function carryOut(sdk: AzureSdk, message: AzureCommand): void {
  const { id } = message;
  const recognition = underWay.get(id);
  switch (message.kind) {
    case "begin":
      underWay.set(id, recognize(sdk, message));
      break;
    case "sound":
      recognition?.write(message.samples);
      break;
    case "end":
      recognition?.end();
      break;
    case "stop":
      recognition?.stop();
      break;
  }
}

function recognize(sdk: AzureSdk, { id, account, language }: Extract<AzureCommand, { kind: "begin" }>): Recognition {
  const stream = sdk.AudioInputStream.createPushStream(sdk.AudioStreamFormat.getWaveFormatPCM(RECORDING_RATE, 16, 1));
  const recognizer = recognizerOf(sdk, stream, { account, language });
  const connection = sdk.Connection.fromRecognizer(recognizer);
  const phrases: string[] = [];
  let isEnded = false;
  let isOver = false;
  const tell = (event: AzureOutcome | AzurePartial) => parentPort?.postMessage({ id, ...event } satisfies AzureEvent);
  const finish = (outcome: AzureOutcome) => {
    if (isOver) return;
    isOver = true;
    underWay.delete(id);
    tell(outcome);
    close(recognizer, connection);
  };
  const brokenOff = (message: string) => finish({ kind: "failed", code: "unavailable", message, again: true });
  const done = () => {
    if (isEnded) finish({ kind: "text", text: joined(phrases, language) });
    else brokenOff("the service ended before the speech");
  };

  recognizer.recognizing = (_, { result }) => {
    if (!isOver && result.text) tell({ kind: "partial", text: joined([...phrases, result.text], language) });
  };
  recognizer.recognized = (_, { result }) => {
    // The text is empty or missing where nothing was understood.
    if (isOver || result.reason !== sdk.ResultReason.RecognizedSpeech || !result.text) return;
    phrases.push(result.text);
    const finalSeconds = (result.offset + result.duration) / UNITS_PER_SECOND;
    tell({ kind: "partial", text: joined(phrases, language), finalSeconds });
  };
  recognizer.canceled = (_, { reason, errorCode, errorDetails }) => {
    if (reason === sdk.CancellationReason.Error) finish(failure(sdk, errorCode, errorDetails));
    else done();
  };
  recognizer.sessionStopped = done;
  // The only event for a connection that closes in the middle of a turn; without it the turn would wait for ever.
  connection.disconnected = () => brokenOff("the connection was closed");
  recognizer.startContinuousRecognitionAsync(undefined, (error) =>
    finish({ kind: "failed", code: "unavailable", message: error, again: false }),
  );
  return {
    write: ({ buffer, byteOffset, byteLength }) => stream.write(buffer.slice(byteOffset, byteOffset + byteLength)),
    end() {
      isEnded = true;
      stream.close();
    },
    stop: () => finish({ kind: "text", text: "" }),
  };
}

function recognizerOf(
  sdk: AzureSdk,
  stream: Sdk.PushAudioInputStream,
  { account, language }: { account: AzureAccount; language: string },
): Sdk.SpeechRecognizer {
  const config = speechConfig(sdk, account);
  config.speechRecognitionLanguage = language;
  config.setProperty("SPEECH-TransmitLengthBeforThrottleMs", String(SENT_AT_ONCE_MS));
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

function failure(sdk: AzureSdk, errorCode: Sdk.CancellationErrorCode, details: string): AzureOutcome {
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
