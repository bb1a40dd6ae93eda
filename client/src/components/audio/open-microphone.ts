import { MicrophoneError, openMicrophoneStream } from "./microphone-stream.ts";
import workletAddress from "./microphone-worklet.ts?worker&url";

interface Microphone {
  /** Ends the recording: the browser's sign for it goes out. */
  close: () => void;
}

interface MicrophoneOptions {
  /** Made and resumed by a tap. */
  context: AudioContext;
  /** 16 kHz, one channel, -1..1, blocks of about 20 ms. */
  onBlock: (block: Float32Array) => void;
  /** Unplugged, or taken by a call. */
  onLost: () => void;
}

const loaded = new WeakMap<AudioContext, Promise<void>>();

/** @throws MicrophoneError */
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
      // `stop` tells of no end: only what others do to a track does.
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
