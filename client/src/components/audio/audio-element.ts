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

/** The page's one audio element, and how browsers let it be used. */
export class AudioElement {
  readonly audio: HTMLAudioElement;
  /** It has played once by a tap: from then on browsers let it play without one. */
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
    // A late event of the clip before must not end this one.
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
    // Old browsers return no promise.
    return Promise.resolve(this.audio.play());
  }

  /** To be called in a tap. Not every browser counts an empty clip or a `data:` address: this one has real samples. */
  unlock(): void {
    this.audio.src = silentClip();
    this.play().then(
      () => {
        this.isUnlocked = true;
      },
      // The browser did not count this tap, or a clip was loaded meanwhile: the next tap tries again.
      () => {},
    );
  }

  /** Sets the default as well: to load a clip resets the speed to it. */
  #applySpeed(): void {
    this.audio.defaultPlaybackRate = playbackSpeed.current();
    this.audio.playbackRate = playbackSpeed.current();
    this.audio.preservesPitch = true;
  }
}
