import { playbackSpeed } from "./playback-speed.ts";
import { silentClip } from "./silent-clip.ts";

interface AudioEvents {
  onPlaying: () => void;
  onEnded: () => void;
  /** By the system: a headset pulled out, a call. */
  onPaused: () => void;
  /** Its bytes could not be fetched or decoded. */
  onUnplayable: () => void;
  onSpeed: () => void;
}

/** The page's one audio element, with what browsers want of it. */
export class AudioElement {
  readonly audio: HTMLAudioElement;
  /** It has played once by a tap: then browsers let it play without one. */
  isUnlocked = false;

  constructor(on: AudioEvents) {
    const audio = new Audio();
    // Part of the page, so that the browser's own tools and media keys find it.
    audio.hidden = true;
    document.body.append(audio);
    audio.preload = "auto";
    audio.addEventListener("playing", () => {
      this.isUnlocked = true;
      on.onPlaying();
    });
    // Not the end of a clip before, told late.
    audio.addEventListener("ended", () => audio.ended && on.onEnded());
    audio.addEventListener("pause", () => audio.paused && !audio.ended && on.onPaused());
    audio.addEventListener("error", on.onUnplayable);
    audio.addEventListener("ratechange", on.onSpeed);
    this.audio = audio;
    playbackSpeed.subscribe(() => this.#applySpeed());
  }

  load(url: string): void {
    this.audio.src = url;
    this.#applySpeed();
  }

  /** Rejects where the browser refuses. */
  play(): Promise<void> {
    // Old engines give no promise.
    return Promise.resolve(this.audio.play());
  }

  /** In a tap. A zero-length or `data:` clip does not count everywhere, so a short one with real samples is played. */
  unlock(): void {
    this.audio.src = silentClip();
    this.play().then(
      () => {
        this.isUnlocked = true;
      },
      // Not a gesture that counts, or a clip took its place: the next tap tries again.
      () => {},
    );
  }

  /** The default too: loading a clip sets the speed back to it. */
  #applySpeed(): void {
    this.audio.defaultPlaybackRate = playbackSpeed.current();
    this.audio.playbackRate = playbackSpeed.current();
    this.audio.preservesPitch = true;
  }
}
