import type { PoolMember } from "#server/platform/threads/pool.ts";
import { type AzureAccount, failureOf, loadAzureSdk, speechConfig, withoutKey } from "../azure/sdk.ts";
import { concatenate, createFrameReader } from "./mp3.ts";
import { type OnPiece, SpeechError } from "./speech.ts";

export interface AzureConnection extends PoolMember {
  /** One at a time. After a rejection, with a SpeechError or the signal's reason, the connection is of no more use. */
  speak(ssml: string, signal: AbortSignal, onPiece?: OnPiece): Promise<Uint8Array>;
}

export interface AzureConnectionOptions {
  readonly account: AzureAccount;
  /** How long the service may stay silent, before and between pieces of sound. */
  readonly quietMs: number;
}

export async function openAzureConnection({ account, quietMs }: AzureConnectionOptions): Promise<AzureConnection> {
  const sdk = await loadAzureSdk();
  const config = speechConfig(sdk, account);
  config.speechSynthesisOutputFormat = sdk.SpeechSynthesisOutputFormat.Audio24Khz48KBitRateMonoMp3;
  // Null: no loudspeaker, no file.
  const synthesizer = new sdk.SpeechSynthesizer(config, null);
  let usable = true;
  let closed = false;
  let turn: { heard(audio: Uint8Array): void; fail(error: unknown): void } | null = null;

  function fail(error: unknown): void {
    usable = false;
    turn?.fail(error);
  }

  synthesizer.synthesizing = (_synthesizer, { result }) => turn?.heard(new Uint8Array(result.audioData));
  // A connection that the service closes properly in mid-turn is reported only here.
  sdk.Connection.fromSynthesizer(synthesizer).disconnected = () =>
    fail(new SpeechError("unavailable", "Azure closed the connection"));

  function speak(ssml: string, signal: AbortSignal, onPiece?: OnPiece): Promise<Uint8Array> {
    const frames = collectFrames(onPiece);
    const { promise, resolve, reject } = deferred<Uint8Array>();
    const onAbort = () => fail(signal.reason);
    const onQuiet = () => fail(new SpeechError("timeout", `Azure was silent for ${quietMs} ms`));
    let quiet = setTimeout(onQuiet, quietMs);
    const end = () => {
      clearTimeout(quiet);
      signal.removeEventListener("abort", onAbort);
      turn = null;
    };
    const mine = {
      heard(audio: Uint8Array) {
        clearTimeout(quiet);
        quiet = setTimeout(onQuiet, quietMs);
        frames.add(audio);
      },
      fail(error: unknown) {
        end();
        reject(error);
      },
    };
    turn = mine;
    signal.addEventListener("abort", onAbort, { once: true });
    synthesizer.speakSsmlAsync(
      ssml,
      (result) => {
        if (turn !== mine) return;
        if (result.reason !== sdk.ResultReason.SynthesizingAudioCompleted || frames.whole().length === 0) {
          fail(failure(result.errorDetails ?? "no sound", account));
          return;
        }
        end();
        resolve(frames.whole());
      },
      (error) => {
        if (turn === mine) fail(failure(String(error), account));
      },
    );
    return promise;
  }

  return {
    get usable() {
      return usable;
    },
    async speak(ssml, signal, onPiece) {
      signal.throwIfAborted();
      return speak(ssml, signal, onPiece);
    },
    async close() {
      if (closed) return;
      closed = true;
      fail(new SpeechError("unavailable", "the synthesizer is closed"));
      const ignore = () => undefined;
      synthesizer.close(ignore, ignore);
    },
  };
}

function collectFrames(onPiece: OnPiece | undefined) {
  const read = createFrameReader();
  const pieces: Uint8Array[] = [];
  return {
    add(audio: Uint8Array): void {
      const mp3 = read(audio);
      if (mp3.length === 0) return;
      pieces.push(mp3);
      onPiece?.(mp3);
    },
    whole: () => concatenate(pieces),
  };
}

function failure(details: unknown, account: AzureAccount): SpeechError {
  const text = String(details);
  return new SpeechError(failureOf(text), `Azure: ${withoutKey(text, account)}`);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
