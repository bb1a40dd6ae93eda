import { unlessAborted } from "@/lib/unless-aborted.ts";
import workletAddress from "./microphone-worklet.ts?worker&url";

export type MicrophoneTrouble = "refused" | "missing" | "taken" | "insecure" | "unsupported";

export class MicrophoneError extends Error {
  readonly trouble: MicrophoneTrouble;
  constructor(trouble: MicrophoneTrouble, options?: ErrorOptions) {
    super(`The microphone is ${trouble}`, options);
    this.trouble = trouble;
  }
}

/**
 * Opens the system's default microphone (a headset, where one is connected). Call it in a tap. `cancelsEcho`: for a
 * microphone that stays open while the pet speaks. Where the pet is silent meanwhile there is no echo, and cancelling it
 * would switch a phone to its call mode, which takes the sound away from a Bluetooth speaker for seconds.
 * @throws MicrophoneError
 */
export async function openMicrophoneStream(cancelsEcho = false): Promise<MediaStream> {
  if (!window.isSecureContext) throw new MicrophoneError("insecure");
  if (navigator.mediaDevices === undefined) throw new MicrophoneError("unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: cancelsEcho,
        noiseSuppression: true,
        autoGainControl: true,
        channelCount: { ideal: 1 },
      },
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

export interface Microphone {
  /** Frees the microphone; the browser then no longer shows that it is in use. */
  close: () => void;
}

interface MicrophoneOptions {
  /** A context that was made and resumed in a tap. */
  context: AudioContext;
  /** Gets blocks of about 20 ms: samples of one channel at 16 kHz, -1..1. */
  onBlock: (block: Float32Array) => void;
  /** Called when the microphone was unplugged, or taken by a call. */
  onLost: () => void;
  /** Whether it stays open while the page plays something, which must then be taken out of what it hears. */
  cancelsEcho?: boolean;
  /** Ends the opening, and frees the microphone where that is under way: a suspended context may never begin. */
  signal?: AbortSignal;
}

const loaded = new WeakMap<AudioContext, Promise<void>>();

/** Opens the microphone and passes its samples on. @throws MicrophoneError */
export async function openMicrophone(options: MicrophoneOptions): Promise<Microphone> {
  const { context, onBlock, onLost, cancelsEcho = false, signal } = options;
  if (context.audioWorklet === undefined)
    throw new MicrophoneError(window.isSecureContext ? "unsupported" : "insecure");
  // Made ready while the browser asks.
  loadWorklet(context).catch(() => {});
  const stream = await openMicrophoneStream(cancelsEcho);
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const stopReading = await readSamples({ context, stream, onBlock, ...(signal && { signal }) });
    for (const track of stream.getTracks()) track.addEventListener("ended", onLost);
    return {
      close() {
        stopReading();
        // Our own `stop` fires no "ended" event, so this does not call `onLost`.
        close();
      },
    };
  } catch (error) {
    close();
    throw new MicrophoneError("unsupported", { cause: error });
  }
}

interface ReadingOptions extends Pick<MicrophoneOptions, "context" | "onBlock"> {
  stream: MediaStream;
  /** Ends the waiting: a context that is resumed long after a tap may stay suspended in Safari. */
  signal?: AbortSignal;
}

/**
 * Passes on the samples of a microphone. Rejects where this browser can't, or once aborted. @returns what ends it; the
 * microphone stays open
 */
export async function readSamples({ context, stream, signal, onBlock }: ReadingOptions): Promise<() => void> {
  // While it captures, Safari lets a context begin without a tap.
  const ready = Promise.all([context.resume(), loadWorklet(context)]);
  await (signal === undefined ? ready : unlessAborted(ready, signal));
  const source = context.createMediaStreamSource(stream);
  const worklet = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  worklet.port.onmessage = ({ data }) => {
    if (data instanceof Float32Array) onBlock(data);
  };
  source.connect(worklet);
  return () => {
    worklet.port.onmessage = null;
    source.disconnect();
    worklet.port.close();
  };
}

function loadWorklet(context: AudioContext): Promise<void> {
  const known = loaded.get(context);
  if (known !== undefined) return known;
  const loading = context.audioWorklet.addModule(workletAddress);
  loaded.set(context, loading);
  loading.catch(() => loaded.delete(context));
  return loading;
}
