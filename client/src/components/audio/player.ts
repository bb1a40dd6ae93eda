import { useEffect, useSyncExternalStore } from "react";
import { measureLevel, openMeter, restLevel } from "./level-meter.ts";
import { silentClip } from "./silent-clip.ts";

/** `blocked`: the browser wants a tap before it lets this clip be heard. */
export type ClipState = "idle" | "loading" | "playing" | "blocked";
type ClipOutcome = "ended" | "stopped" | "blocked" | "unplayable" | "failed";

interface Clip {
  url: string;
  /** Who speaks, for the lock screen and the headset's keys. */
  title: string;
  artworkUrl?: string | null;
}

interface Turn {
  clip: Clip;
  state: ClipState;
  end: (outcome: ClipOutcome) => void;
}

const listeners = new Set<() => void>();
let element: HTMLAudioElement | null = null;
let turn: Turn | null = null;
let isUnlocked = false;

/**
 * Plays a clip on the page's one audio element; whatever played before stops. Resolves when the clip is over, and says
 * why: `unplayable` where its bytes could not be fetched or decoded, `failed` for any other refusal. Never rejects.
 */
export function playClip(clip: Clip): Promise<ClipOutcome> {
  stopClip();
  const audio = theElement();
  return new Promise((resolve) => {
    const own: Turn = {
      clip,
      state: "loading",
      end(outcome) {
        if (turn !== own) return;
        turn = outcome === "blocked" ? { ...own, state: "blocked", end: () => {} } : null;
        restLevel();
        notify();
        resolve(outcome);
      },
    };
    turn = own;
    audio.src = clip.url;
    showToSystem(clip);
    notify();
    // Old engines give no promise.
    Promise.resolve(audio.play()).catch((error: unknown) => own.end(outcomeOf(error, audio)));
  });
}

export function stopClip(): void {
  if (turn === null) return;
  element?.pause();
  turn.end("stopped");
  turn = null;
  notify();
}

/** The state of the clip at this address. */
export function useClip(url: string | null): ClipState {
  return useSyncExternalStore(subscribe, () => (turn !== null && turn.clip.url === url ? turn.state : "idle"));
}

/**
 * Lets clips play later without a tap: browsers allow that to an element that has played once by a tap. A zero-length
 * or `data:` clip does not count everywhere, so a short one with real samples is played.
 */
export function useUnlockedPlayer(): void {
  useEffect(() => {
    const gestures = ["click", "keydown", "touchend"] as const;
    for (const gesture of gestures) document.addEventListener(gesture, unlockPlayer, true);
    return () => {
      for (const gesture of gestures) document.removeEventListener(gesture, unlockPlayer, true);
    };
  }, []);
}

function unlockPlayer(): void {
  if (isUnlocked) return;
  openMeter();
  if (turn !== null && turn.state !== "blocked") return;
  const audio = theElement();
  audio.src = silentClip();
  Promise.resolve(audio.play()).then(
    () => {
      isUnlocked = true;
    },
    // Not a gesture that counts, or a clip took its place: the next tap tries again.
    () => {},
  );
}

function theElement(): HTMLAudioElement {
  if (element !== null) return element;
  const audio = new Audio();
  // Part of the page, so that the browser's own tools and media keys find it.
  audio.hidden = true;
  document.body.append(audio);
  audio.preload = "auto";
  audio.addEventListener("playing", () => {
    if (turn === null || turn.state !== "loading") return;
    isUnlocked = true;
    turn.state = "playing";
    measureLevel(audio);
    notify();
  });
  // Not the end of a clip before, told late.
  audio.addEventListener("ended", () => audio.ended && turn?.end("ended"));
  // By the system: a headset pulled out, a call.
  audio.addEventListener("pause", () => {
    if (turn?.state === "playing" && audio.paused && !audio.ended) turn.end("stopped");
  });
  audio.addEventListener("error", () => turn?.end("unplayable"));
  element = audio;
  return audio;
}

function outcomeOf(error: unknown, audio: HTMLAudioElement): ClipOutcome {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "blocked";
  if (name === "AbortError") return "stopped";
  return name === "NotSupportedError" || audio.error ? "unplayable" : "failed";
}

function showToSystem({ title, artworkUrl }: Clip): void {
  if (!("mediaSession" in navigator) || !("MediaMetadata" in window)) return;
  const artwork = artworkUrl ? [{ src: new URL(artworkUrl, location.href).href }] : [];
  navigator.mediaSession.metadata = new MediaMetadata({ title, artwork });
  for (const action of ["pause", "stop"] as const) {
    try {
      navigator.mediaSession.setActionHandler(action, stopClip);
    } catch {
      // Not every browser knows every action.
    }
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
