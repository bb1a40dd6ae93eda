import { MicrophoneError, openMicrophoneStream } from "./microphone-stream.ts";
import { toSpeechWav } from "./wav.ts";

const WEBM = "audio/webm;codecs=opus";
/** Enough for speech with Opus; two minutes are half a megabyte. */
const BITS_PER_SECOND = 32_000;
/** How often the recorder hands over data, so that little is lost when the microphone goes away. */
const SLICE_MS = 1000;
/** An ordinary voice has an RMS of 0.05 to 0.2 at the microphone, which this scales for the waveform. */
const GAIN = 6;

export interface Recorder {
  /** What the microphone hears, until the end. */
  stream: MediaStream;
  /** Begins to record. @throws MicrophoneError */
  start: () => void;
  /** How loud it is right now, 0..1. */
  level: () => number;
  /** Ends the recording and frees the microphone. Null where nothing was recorded. */
  finish: () => Promise<Blob | null>;
  /** Frees the microphone and drops the recording. */
  cancel: () => void;
}

/**
 * Opens the microphone, to be recorded. Call it in a tap. `onLost` is called when the microphone goes away by itself;
 * `finish` still returns what was recorded until then.
 * @throws MicrophoneError
 */
export async function openRecorder(onLost: () => void): Promise<Recorder> {
  if (typeof MediaRecorder === "undefined") throw new MicrophoneError("unsupported");
  const stream = await openMicrophoneStream();
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
  const leave = () => {
    isLeaving = true;
    if (recorder.state !== "inactive") recorder.stop();
  };
  return {
    stream,
    start() {
      try {
        recorder.start(SLICE_MS);
      } catch (error) {
        // The microphone went away since it was opened.
        throw new MicrophoneError("taken", { cause: error });
      }
    },
    level,
    async finish() {
      leave();
      await stopped;
      free();
      const recording = new Blob(parts, { type: recorder.mimeType });
      if (recording.size === 0) return null;
      if (mimeType === WEBM) return recording;
      // This browser may be unable to decode its own recording; the server may still do it.
      return toSpeechWav(recording).catch(() => recording);
    },
    cancel() {
      leave();
      free();
    },
  };
}

/**
 * False in Apple's browsers: other decoders have trouble with their WebM, so they record MP4, which is converted here.
 */
function recordsWebmWell(): boolean {
  return !navigator.vendor.startsWith("Apple") && MediaRecorder.isTypeSupported(WEBM);
}

function openLevelMeter(stream: MediaStream): { level: () => number; close: () => void } {
  try {
    const context = new AudioContext();
    // A context begins suspended if the tap was long ago. Only the level meter needs it, not the recording.
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
