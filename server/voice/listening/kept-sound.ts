import { type Listening, RECORDING_RATE } from "../recognition/recognition.ts";
import { ReaderBusyError } from "./recording/read-recording.ts";
import { MAX_SECONDS, RecordingRefusal } from "./recording/sound.ts";

export type Samples = Int16Array<ArrayBuffer>;

interface Room {
  samples: number;
}

/** Two hours of speech, 230 MB. */
const roomOfProcess: Room = { samples: 2 * 60 * 60 * RECORDING_RATE };

/** In pauses nothing may be sent. */
const PAUSES_SECONDS = 60;

/** The sound of a turn, kept until `discard`. */
export interface KeptSound {
  /** Rejects where there is too much of it, or with the signal's reason. */
  readonly whole: Promise<Samples>;
  seconds(): number;
  soFar(): Samples;
  giveTo(reader: Pick<Listening, "write">): void;
  add(samples: Samples): void;
  end(): void;
  discard(): void;
}

export function keepSound(signal: AbortSignal, room: Room = roomOfProcess): KeptSound {
  const parts: Samples[] = [];
  let length = 0;
  let isKept = true;
  let reader: Pick<Listening, "write"> | undefined;
  let fail: (reason: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const whole = new Promise<Samples>((resolve, reject) => {
    end = () => resolve(joinSamples(parts, length));
    fail = reject;
  });
  whole.catch(() => undefined);
  const tooLong = () => fail(new RecordingRefusal("too_long", `more than ${MAX_SECONDS} s`));
  const late = setTimeout(tooLong, (MAX_SECONDS + PAUSES_SECONDS) * 1000);
  signal.addEventListener("abort", () => fail(signal.reason), { once: true });

  function keep(samples: Samples): void {
    room.samples -= samples.length;
    length += samples.length;
    parts.push(samples);
    reader?.write(samples);
  }

  return {
    whole,
    end,
    seconds: () => length / RECORDING_RATE,
    soFar: () => joinSamples(parts, length),
    giveTo(given) {
      reader = given;
      for (const samples of parts) given.write(samples);
    },
    add(samples) {
      if (!isKept) return;
      if (length + samples.length > MAX_SECONDS * RECORDING_RATE) tooLong();
      else if (samples.length > room.samples) fail(new ReaderBusyError("too much sound is kept"));
      else keep(samples);
    },
    discard() {
      if (!isKept) return;
      isKept = false;
      clearTimeout(late);
      room.samples += length;
      parts.length = 0;
      reader = undefined;
    },
  };
}

function joinSamples(parts: readonly Samples[], length: number): Samples {
  const all = new Int16Array(length);
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}
