/** The text of a turn in which nobody has spoken since: the recognizer has nothing more to say of it. */
export interface SettledText {
  /** As `OnPartial` has them. */
  understood(text: string, finalSeconds?: number): void;
  /** There is a pause after so many seconds of sound. */
  pause(seconds: number): void;
  /** Somebody goes on to speak, and was heard to after so many seconds of sound. */
  resume(seconds: number): void;
  /** Null where the recognizer is still to be waited for. */
  text(): string | null;
}

/**
 * How long before a pause was told of a phrase may have ended that is the last one. The client tells of it after a quarter of a
 * second of silence. Between an earlier phrase and that lie the silence that parted the two, of half a second, and a word.
 */
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
