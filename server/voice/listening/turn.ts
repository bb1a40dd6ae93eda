import type { Clock } from "#server/platform/observe/clock.ts";
import type { ListenEvent } from "#shared/api/listen.ts";
import type { Listening, OnPartial } from "../recognition/recognition.ts";
import { wavFile } from "../recognition/wav-file.ts";
import { answerTo, nothingHeard } from "./answers.ts";
import { type KeptSound, keepSound, type Samples } from "./kept-sound.ts";
import { createSettledText, type SettledText } from "./settled-text.ts";
import { createSpeechCheck, type SpeechCheck } from "./speech-check.ts";
import { type RecognitionMeter, recognizeRecording, type Transcriber } from "./transcribe.ts";

export interface TurnDeps extends Transcriber {
  clock: Pick<Clock, "turnEnded" | "turnHeard">;
}

interface TurnRequest {
  turn: number;
  language: string;
  userId: string;
  /** @throws HttpError where it may not begin */
  admit(): Promise<void>;
  /** Counts it as a recording once it is over. @throws HttpError where there were too many */
  count(): Promise<void>;
  /** Counts it as noise. @throws HttpError where there was too much of that to be free */
  countNoise(): Promise<void>;
  send(event: ListenEvent): void;
}

/** What somebody says in one go, from its first sound to its text. */
export interface Turn {
  add(samples: Samples): void;
  /** There is a pause, which may be the end. */
  pause(): void;
  /** It was not the end. */
  resume(): void;
  /** Nothing more comes: its text is sent as soon as it is there. */
  end(): void;
  /** Nothing of it is sent any more. */
  drop(): void;
  /** Resolves when it has been answered or dropped. Never rejects. */
  readonly settled: Promise<void>;
}

/** After this time without its text a turn is called slow. */
const SLOW_MS = 2_000;
/** Of a turn that is called off before a word was understood, so much is not counted: it was noise, unless there is too much. */
const FREE_SECONDS = 3;

export function beginTurn(deps: TurnDeps, request: TurnRequest): Turn {
  const { turn, language, userId, admit, count, countNoise, send } = request;
  const dropped = new AbortController();
  const { signal } = dropped;
  const sound = keepSound(signal);
  const speechCheck = createSpeechCheck(deps.reader, sound, signal);
  let isSpeech = false;
  const settledText = createSettledText();
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
      const spoken = { listening, sound, settledText, speechCheck, isSpeech: () => isSpeech };
      return hearLive(deps, spoken, { userId, count, countNoise, signal });
    }
    const samples = await sound.whole;
    await count();
    if (samples.length === 0) throw nothingHeard();
    return recognizeRecording(deps, { bytes: wavFile(samples), language, userId }, signal);
  }

  async function answer(): Promise<void> {
    const event = await hear().then(
      (text): ListenEvent => ({ type: "heard", turn, text }),
      (error: unknown) => (signal.aborted ? null : failure(turn, answerTo(error, deps))),
    );
    const isDropped = signal.aborted;
    // Ends the recognition too, where it is under way.
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
    },
    resume: () => settledText.resume(sound.seconds()),
    end() {
      // It was answered before its end, or dropped.
      if (signal.aborted) return;
      deps.clock.turnEnded(userId);
      slow ??= setTimeout(() => send({ type: "slow", turn }), SLOW_MS);
      sound.end();
    },
    drop: () => dropped.abort(),
    settled: answer(),
  };
}

type Counted = Pick<TurnRequest, "userId" | "count" | "countNoise">;

interface Spoken {
  listening: Listening;
  sound: KeptSound;
  settledText: SettledText;
  speechCheck: SpeechCheck;
  /** Whether a word was understood so far. */
  isSpeech(): boolean;
}

/**
 * Recognized while it is said. Text that is settled at the end is not waited for. Whether it is speech at all is found out in
 * its pauses, or beside the last of the recognition.
 */
async function hearLive(
  { usage }: TurnDeps,
  { listening, sound, settledText, speechCheck, isSpeech }: Spoken,
  { userId, count, countNoise, signal }: Counted & { signal: AbortSignal },
): Promise<string> {
  let isOver = false;
  sound.giveTo(listening);
  try {
    // It may fail before the end of what is said.
    const samples = await Promise.race([sound.whole, listening.text.then(() => sound.whole)]);
    isOver = true;
    await count();
    if (samples.length === 0) throw nothingHeard();
    const settled = settledText.text();
    if (settled === null) listening.end();
    const [hasSpeech, text] = await Promise.all([speechCheck.hasSpeech(), settled ?? listening.text]);
    if (text === "" || !hasSpeech) throw nothingHeard();
    return text;
  } finally {
    // Whatever came of it: the engine has listened. The text does not wait for it.
    const heard = Math.ceil(sound.seconds());
    const isNoise = heard > 0 && signal.aborted && !isOver && !isSpeech();
    void charge(usage, { userId, seconds: heard, free: isNoise ? freeSeconds(countNoise) : 0 });
  }
}

const freeSeconds = (countNoise: Counted["countNoise"]): Promise<number> =>
  countNoise().then(
    () => FREE_SECONDS,
    () => 0,
  );

/** Never rejects. */
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
