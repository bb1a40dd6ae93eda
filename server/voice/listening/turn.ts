import type { Clock } from "#server/platform/observe/clock.ts";
import type { ListenEvent } from "#shared/api/listen.ts";
import { type Listening, type OnPartial, wavFile } from "../recognition/recognition.ts";
import { answerTo, noSpeechError } from "./answers.ts";
import { createEarlyRecognition, type EarlyRecognition } from "./early-recognition.ts";
import { type KeptSound, keepSound, type Samples } from "./kept-sound.ts";
import { createSettledText, createSpeechCheck, type SettledText, type SpeechCheck } from "./speech-check.ts";
import { type RecognitionMeter, recognizeRecording, type Transcriber } from "./transcribe.ts";

export interface TurnDeps extends Transcriber {
  clock: Pick<Clock, "turnEnded" | "turnHeard">;
}

interface TurnRequest {
  turn: number;
  language: string;
  userId: string;
  admit(): Promise<void>;
  count(): Promise<void>;
  countNoise(): Promise<void>;
  /** Rejects where enough was recognized in pauses today. */
  countPause(): Promise<void>;
  send(event: ListenEvent): void;
}

export interface Turn {
  add(samples: Samples): void;
  pause(): void;
  resume(): void;
  end(): void;
  drop(): void;
  readonly settled: Promise<void>;
}

const SLOW_MS = 2_000;
/** A turn called off before a word was understood was noise, and this much of it is free. */
const FREE_SECONDS = 3;

export function beginTurn(deps: TurnDeps, request: TurnRequest): Turn {
  const { turn, language, userId, admit, count, countNoise, countPause, send } = request;
  const dropped = new AbortController();
  const { signal } = dropped;
  const sound = keepSound(signal);
  const speechCheck = createSpeechCheck(deps.reader, sound, signal);
  let isSpeech = false;
  const settledText = createSettledText();
  let early: EarlyRecognition | null = null;
  let slow: NodeJS.Timeout | undefined;
  signal.addEventListener("abort", () => clearTimeout(slow), { once: true });

  async function hear(): Promise<string> {
    await admit();
    signal.throwIfAborted();
    const onPartial: OnPartial = (text, finalSeconds) => {
      if (signal.aborted) return;
      settledText.understood(text, finalSeconds);
      isSpeech ||= text !== "";
      send({ type: "partial", turn, text, ...(settledText.text() !== null && { settled: true }) });
    };
    const listening = deps.recognizer.listen?.({ language, onPartial }, signal);
    if (listening !== undefined) {
      const liveSpeech = { listening, sound, settledText, speechCheck, isSpeech: () => isSpeech };
      return hearLive(deps, liveSpeech, { userId, count, countNoise, signal });
    }
    const recognize = (samples: Samples) =>
      recognizeRecording(deps, { bytes: wavFile(samples), language, userId }, signal);
    early = createEarlyRecognition({
      ...{ sound, recognize, admit: countPause },
      onText: (text, isSettled) => {
        if (!signal.aborted) send({ type: "partial", turn, text, ...(isSettled && { settled: true }) });
      },
    });
    const samples = await sound.whole;
    await count();
    if (samples.length === 0) throw noSpeechError();
    return (await early.text()) ?? recognize(samples);
  }

  async function answer(): Promise<void> {
    const event = await hear().then(
      (text): ListenEvent => ({ type: "heard", turn, text }),
      (error: unknown) => (signal.aborted ? null : failure(turn, answerTo(error, deps))),
    );
    const isDropped = signal.aborted;
    // Ends the recognition too.
    dropped.abort();
    sound.discard();
    if (isDropped || event === null) return;
    if (event.type === "heard") deps.clock.turnHeard(userId);
    send(event);
  }

  return {
    add: sound.add,
    pause() {
      settledText.pause(sound.seconds());
      if (isSpeech) speechCheck.begin();
      if (deps.recognizer.inPauses) early?.pause();
    },
    resume() {
      settledText.resume(sound.seconds());
      early?.resume();
    },
    end() {
      // Answered before its end, or dropped.
      if (signal.aborted) return;
      deps.clock.turnEnded(userId);
      slow ??= setTimeout(() => send({ type: "slow", turn }), SLOW_MS);
      sound.end();
    },
    drop: () => dropped.abort(),
    settled: answer(),
  };
}

type TurnAccount = Pick<TurnRequest, "userId" | "count" | "countNoise">;

interface LiveSpeech {
  listening: Listening;
  sound: KeptSound;
  settledText: SettledText;
  speechCheck: SpeechCheck;
  isSpeech(): boolean;
}

/** A settled text is not waited for; whether it is speech is examined meanwhile. */
async function hearLive(
  { usage }: TurnDeps,
  { listening, sound, settledText, speechCheck, isSpeech }: LiveSpeech,
  { userId, count, countNoise, signal }: TurnAccount & { signal: AbortSignal },
): Promise<string> {
  let isOver = false;
  sound.giveTo(listening);
  try {
    // It may fail before the end of what is said.
    const samples = await Promise.race([sound.whole, listening.text.then(() => sound.whole)]);
    isOver = true;
    await count();
    if (samples.length === 0) throw noSpeechError();
    const settled = settledText.text();
    if (settled === null) listening.end();
    const [hasSpeech, text] = await Promise.all([speechCheck.hasSpeech(), settled ?? listening.text]);
    if (text === "" || !hasSpeech) throw noSpeechError();
    return text;
  } finally {
    // The engine has listened, whatever came of it; the text does not wait for this.
    const seconds = Math.ceil(sound.seconds());
    const isNoise = seconds > 0 && signal.aborted && !isOver && !isSpeech();
    void charge(usage, { userId, seconds, free: isNoise ? freeSeconds(countNoise) : 0 });
  }
}

const freeSeconds = (countNoise: TurnAccount["countNoise"]): Promise<number> =>
  countNoise().then(
    () => FREE_SECONDS,
    () => 0,
  );

async function charge(
  usage: RecognitionMeter,
  { userId, seconds, free }: { userId: string; seconds: number; free: Promise<number> | number },
): Promise<void> {
  const counted = seconds - (await free);
  if (counted > 0) await usage.add(userId, { seconds: counted });
}

function failure(turn: number, { code, message }: { code: string; message: string }): ListenEvent {
  return code === "no_speech" ? { type: "nothing", turn } : { type: "failed", turn, code, error: message };
}
