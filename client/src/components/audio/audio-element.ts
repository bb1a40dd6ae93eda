import { playbackSpeed } from "./playback-speed.ts";
import { wavOf } from "./wav.ts";

interface AudioEvents {
  onPlaying: () => void;
  onEnded: () => void;
  /** The sound was paused; also by the system, as when a headset is pulled out or a call comes in. */
  onPaused: () => void;
  /** The clip could not be fetched or decoded. */
  onUnplayable: () => void;
  onSpeed: () => void;
}

/** The page's one audio element, and how browsers let it be used. */
export class AudioElement {
  readonly audio: HTMLAudioElement;
  /** Whether it has played once by a tap: from then on browsers let it play without one. */
  isUnlocked = false;

  constructor(on: AudioEvents) {
    const audio = new Audio();
    // In the document, so that the browser's media controls and keys find it.
    audio.hidden = true;
    document.body.append(audio);
    audio.preload = "auto";
    audio.addEventListener("playing", () => {
      this.isUnlocked = true;
      on.onPlaying();
    });
    // A late event of the previous clip must not end this one.
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

  /** Rejects where the browser does not allow it. */
  play(): Promise<void> {
    // In old browsers `play` returns no promise.
    return Promise.resolve(this.audio.play());
  }

  /**
   * Call it in a tap. It plays real samples of silence, because some browsers ignore an empty clip or a `data:`
   * address.
   */
  unlock(): void {
    this.audio.src = silentClip();
    this.play().then(
      () => {
        this.isUnlocked = true;
      },
      // The browser did not accept this tap, or a clip was loaded meanwhile: the next tap tries again.
      () => {},
    );
  }

  /** Sets the default rate too, because loading a clip resets the rate to the default. */
  #applySpeed(): void {
    this.audio.defaultPlaybackRate = playbackSpeed.current();
    this.audio.playbackRate = playbackSpeed.current();
    this.audio.preservesPitch = true;
  }
}

const SAMPLE_RATE = 8000;

let address: string | undefined;

/** The URL of a clip of 0.1 s of silence; a blob, because the page's content security policy forbids `data:`. */
function silentClip(): string {
  address ??= URL.createObjectURL(wavOf([new Float32Array(SAMPLE_RATE / 10)], SAMPLE_RATE));
  return address;
}
