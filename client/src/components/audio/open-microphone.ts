import workletAddress from "./microphone-worklet.ts?worker&url";

export type MicrophoneFault = "mic_refused" | "mic_missing" | "mic_busy" | "mic_unsupported";

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault) {
    super(fault);
    this.fault = fault;
  }
}

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
  if (navigator.mediaDevices?.getUserMedia === undefined || context.audioWorklet === undefined)
    throw new MicrophoneError("mic_unsupported");
  const stream = await openStream();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    await Promise.all([context.resume(), loadWorklet(context)]);
  } catch {
    close();
    throw new MicrophoneError("mic_unsupported");
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

/**
 * Without echo cancellation: nothing is played while it is open, and with it phones turn to their mode for calls, which
 * takes the sound away from a Bluetooth speaker.
 */
async function openStream(): Promise<MediaStream> {
  const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: true, autoGainControl: true };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneError(faultOf(error));
  }
}

function faultOf(error: unknown): MicrophoneFault {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "mic_refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "mic_missing";
    default:
      return "mic_busy";
  }
}

function loadWorklet(context: AudioContext): Promise<void> {
  const known = loaded.get(context);
  if (known !== undefined) return known;
  const loading = context.audioWorklet.addModule(workletAddress);
  loaded.set(context, loading);
  loading.catch(() => loaded.delete(context));
  return loading;
}
