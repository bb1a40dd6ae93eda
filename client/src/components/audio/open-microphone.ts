import { MicrophoneError, openMicrophoneStream } from "./microphone-stream.ts";
import workletAddress from "./microphone-worklet.ts?worker&url";

interface Microphone {
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
}

const loaded = new WeakMap<AudioContext, Promise<void>>();

/** Opens the microphone and passes its samples on. @throws MicrophoneError */
export async function openMicrophone({ context, onBlock, onLost }: MicrophoneOptions): Promise<Microphone> {
  if (context.audioWorklet === undefined)
    throw new MicrophoneError(window.isSecureContext ? "unsupported" : "insecure");
  const stream = await openMicrophoneStream();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    await Promise.all([context.resume(), loadWorklet(context)]);
  } catch (error) {
    close();
    throw new MicrophoneError("unsupported", { cause: error });
  }
  const source = context.createMediaStreamSource(stream);
  const worklet = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  worklet.port.onmessage = ({ data }) => {
    if (data instanceof Float32Array) onBlock(data);
  };
  source.connect(worklet);
  for (const track of stream.getTracks()) track.addEventListener("ended", onLost);
  return {
    close() {
      worklet.port.onmessage = null;
      source.disconnect();
      worklet.port.close();
      // Our own `stop` fires no "ended" event, so this does not call `onLost`.
      close();
    },
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
