import { toSpeechWav } from "./wav.ts";

const WEBM = "audio/webm;codecs=opus";
/** Plenty for speech with Opus; two minutes are half a megabyte. */
const BITS_PER_SECOND = 32_000;
/** Bytes are handed over this often, so that little is lost where the microphone goes away. */
const SLICE_MS = 1000;
/** An ordinary voice has an RMS of 0.05 to 0.2 at the microphone. */
const GAIN = 6;

export type MicrophoneTrouble = "refused" | "missing" | "taken" | "insecure" | "unsupported";

export class MicrophoneError extends Error {
  readonly trouble: MicrophoneTrouble;
  constructor(trouble: MicrophoneTrouble, options?: ErrorOptions) {
    super(`The microphone is ${trouble}`, options);
    this.trouble = trouble;
  }
}

export interface Recorder {
  /** How loud it is right now, 0..1. */
  level: () => number;
  /** Ends it and frees the microphone. Null where not a byte was recorded. */
  finish: () => Promise<Blob | null>;
  /** Frees the microphone; what was recorded is dropped. */
  cancel: () => void;
}

/**
 * Opens the microphone that the system has chosen (a headset, where one is connected) and records. To be called in a
 * tap. `onLost` tells that the microphone went away by itself: what was recorded until then can still be finished.
 * @throws MicrophoneError
 */
export async function openRecorder(onLost: () => void): Promise<Recorder> {
  const stream = await openMicrophone();
  const meter = openLevelMeter(stream);
  const free = () => {
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  try {
    return record(stream, meter.level, free, onLost);
  } catch (error) {
    free();
    throw new MicrophoneError("unsupported", { cause: error });
  }
}

function record(stream: MediaStream, level: () => number, free: () => void, onLost: () => void): Recorder {
  const mimeType = recordsWebmWell() ? WEBM : undefined;
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
  };
  let isLeaving = false;
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      resolve();
      if (!isLeaving) onLost();
    };
  });
  recorder.start(SLICE_MS);

  const leave = () => {
    isLeaving = true;
    if (recorder.state !== "inactive") recorder.stop();
  };
  return {
    level,
    async finish() {
      leave();
      await stopped;
      free();
      const recording = new Blob(parts, { type: recorder.mimeType });
      if (recording.size === 0) return null;
      if (mimeType === WEBM) return recording;
      // Where this browser can't read what it wrote, the server may.
      return toSpeechWav(recording).catch(() => recording);
    },
    cancel() {
      leave();
      free();
    },
  };
}

async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new MicrophoneError("insecure");
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === "undefined")
    throw new MicrophoneError("unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({
      // The pet is silent meanwhile, so there is no echo; cancelling it would turn a phone to its mode for calls, which
      // takes the sound away from a Bluetooth speaker for seconds.
      audio: { echoCancellation: false, noiseSuppression: true, autoGainControl: true, channelCount: { ideal: 1 } },
    });
  } catch (error) {
    throw new MicrophoneError(troubleOf(error), { cause: error });
  }
}

function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "taken";
  return "refused";
}

/** Apple's browsers offer WebM of late, but decoders elsewhere stumble over it; their MP4 is converted here. */
function recordsWebmWell(): boolean {
  return !navigator.vendor.startsWith("Apple") && MediaRecorder.isTypeSupported(WEBM);
}

function openLevelMeter(stream: MediaStream): { level: () => number; close: () => void } {
  try {
    const context = new AudioContext();
    // It may begin suspended where the tap is long past; the recording does not depend on it.
    if (context.state !== "running") context.resume().catch(() => {});
    const analyser = new AnalyserNode(context, { fftSize: 1024, smoothingTimeConstant: 0 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      level() {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        return Math.min(1, Math.sqrt(power) * GAIN);
      },
      close: () => void context.close().catch(() => {}),
    };
  } catch {
    return { level: () => 0, close: () => {} };
  }
}
