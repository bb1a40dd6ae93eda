import { wavFile } from "../recognition/recognition.ts";
import type { KeptSound } from "./kept-sound.ts";
import { hearsSpeech } from "./recording/hear-speech.ts";
import type { RecordingReader } from "./recording/read-recording.ts";

/** The text of a turn after which nobody has spoken, so that the recognizer need not be waited for. */
export interface SettledText {
  understood(text: string, finalSeconds?: number): void;
  pause(seconds: number): void;
  resume(seconds: number): void;
  /** Null where the recognizer is still to be waited for. */
  text(): string | null;
}

/** The client reports a pause after a quarter of a second; an earlier phrase lies at least half a second back. */
const PAUSE_TOLD_SECONDS = 0.5;

export function createSettledText(): SettledText {
  let final: { text: string; seconds: number } | null = null;
  let pausedSeconds: number | null = null;
  let resumedSeconds = 0;
  return {
    understood(text, finalSeconds) {
      final = finalSeconds === undefined ? null : { text, seconds: finalSeconds };
    },
    pause(seconds) {
      pausedSeconds ??= seconds;
    },
    resume(seconds) {
      pausedSeconds = null;
      resumedSeconds = seconds;
      final = null;
    },
    text() {
      if (final === null || pausedSeconds === null) return null;
      return final.seconds > Math.max(resumedSeconds, pausedSeconds - PAUSE_TOLD_SECONDS) ? final.text : null;
    },
  };
}

/** A recognizer may find words in noise, so the sound itself is examined. */
export interface SpeechCheck {
  /** In a pause, which may be the end. Never throws. */
  begin(): void;
  hasSpeech(): Promise<boolean>;
}

export function createSpeechCheck(
  reader: Pick<RecordingReader, "read">,
  sound: Pick<KeptSound, "soFar">,
  signal: AbortSignal,
): SpeechCheck {
  /** More sound takes no speech away, so a finding stays. */
  let found: Promise<boolean> | null = null;
  let isFinding = false;

  const look = async () => hearsSpeech((await reader.read(wavFile(sound.soFar()), signal)).secondsOfSpeech);

  return {
    begin() {
      if (isFinding) return;
      isFinding = true;
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
