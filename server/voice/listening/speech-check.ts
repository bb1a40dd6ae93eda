import { wavFile } from "../recognition/wav-file.ts";
import type { KeptSound } from "./kept-sound.ts";
import { hearsSpeech } from "./recording/hear-speech.ts";
import type { RecordingReader } from "./recording/read-recording.ts";

/** Whether somebody speaks in a sound at all, which a recognizer does not tell: it may find words in noise. */
export interface SpeechCheck {
  /** Looks at what there is so far: in a pause, which may be the end. Never throws. */
  begin(): void;
  /** What was found in a pause, or else is in all of the sound. @throws as `RecordingReader.read` */
  hasSpeech(): Promise<boolean>;
}

export function createSpeechCheck(
  reader: Pick<RecordingReader, "read">,
  sound: Pick<KeptSound, "soFar">,
  signal: AbortSignal,
): SpeechCheck {
  /** Of the last pause; more sound takes no speech away, so what was found is not looked for again. */
  let found: Promise<boolean> | null = null;
  let isFinding = false;

  const look = async () => hearsSpeech((await reader.read(wavFile(sound.soFar()), signal)).secondsOfSpeech);

  return {
    begin() {
      if (isFinding) return;
      isFinding = true;
      // At the end it is looked at again.
      found = look().catch(() => false);
      void found.then((isFound) => {
        isFinding = isFound;
      });
    },
    async hasSpeech() {
      return (await found) || look();
    },
  };
}
