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
