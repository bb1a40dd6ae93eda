import { parentPort } from "node:worker_threads";
import type * as Sdk from "microsoft-cognitiveservices-speech-sdk";
import { type AzureAccount, type AzureSdk, failureOf, loadAzureSdk, speechConfig } from "../azure/sdk.ts";
import type { AzureCommand, AzureEvent, AzureOutcome, AzurePartial } from "./azure-thread.ts";
import { RECORDING_RATE, type RecognitionErrorCode } from "./recognition.ts";

// A thread, since the SDK blocks while it loads, and throws uncaught when the service sends an empty frame.

// The SDK would send only the first 5 s at once; most recordings fit into half a minute.
const SENT_AT_ONCE_MS = 30_000;

/** The service counts in units of 100 ns. */
const UNITS_PER_SECOND = 10_000_000;

interface Recognition {
  write(samples: Int16Array<ArrayBuffer>): void;
  end(): void;
  stop(): void;
}

const underWay = new Map<number, Recognition>();

// The first messages wait until the SDK is loaded.
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
    if (isEnded) finish({ kind: "text", text: joinPhrases(phrases, language) });
    else brokenOff("the service ended before the speech");
  };

  recognizer.recognizing = (_, { result }) => {
    if (!isOver && result.text) tell({ kind: "partial", text: joinPhrases([...phrases, result.text], language) });
  };
  recognizer.recognized = (_, { result }) => {
    // Empty or missing where nothing was understood.
    if (isOver || result.reason !== sdk.ResultReason.RecognizedSpeech || !result.text) return;
    phrases.push(result.text);
    const finalSeconds = (result.offset + result.duration) / UNITS_PER_SECOND;
    tell({ kind: "partial", text: joinPhrases(phrases, language), finalSeconds });
  };
  recognizer.canceled = (_, { reason, errorCode, errorDetails }) => {
    if (reason === sdk.CancellationReason.Error) finish(failure(sdk, errorCode, errorDetails));
    else done();
  };
  recognizer.sessionStopped = done;
  // The only event for a connection that closes in mid-turn.
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

/** Closing the recognizer alone would leave the connection open. */
function close(recognizer: Sdk.SpeechRecognizer, connection: Sdk.Connection): void {
  const ignore = () => undefined;
  const closeRecognizer = () => {
    try {
      recognizer.close(ignore, ignore);
    } catch {}
  };
  connection.closeConnection(closeRecognizer, closeRecognizer);
}

function joinPhrases(phrases: readonly string[], language: string): string {
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

/** The HTTP status of a refused connection is in the details. */
function codeOf(sdk: AzureSdk, errorCode: Sdk.CancellationErrorCode, details: string): RecognitionErrorCode {
  switch (errorCode) {
    case sdk.CancellationErrorCode.TooManyRequests:
      return "rate_limited";
    case sdk.CancellationErrorCode.AuthenticationFailure:
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
