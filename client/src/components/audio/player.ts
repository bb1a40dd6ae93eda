import { useEffect, useSyncExternalStore } from "react";
import { measureLevel, openMeter, restLevel } from "./level-meter.ts";
import { type Speaker, showToSystem, tellSystem } from "./media-session.ts";
import { playbackSpeed } from "./playback-speed.ts";
import { silentClip } from "./silent-clip.ts";

/** `blocked`: the browser wants a tap before it lets this clip be heard. */
export type ClipState = "idle" | "loading" | "playing" | "paused" | "blocked";
export type ClipOutcome = "ended" | "stopped" | "blocked" | "unplayable" | "failed";

interface Clip extends Speaker {
  url: string;
}

/** The use of the page's one audio element, until it is given back or taken by another. */
export interface Turn {
  /**
   * Resolves when this address is over, and says why: `unplayable` where its bytes could not be fetched or decoded,
   * `failed` for any other refusal. After `blocked` it may be tried again, in a tap. Never rejects.
   */
  play: (url: string) => Promise<ClipOutcome>;
  /** The name under which `useClip` finds it. */
  rename: (key: string) => void;
  leave: () => void;
}

interface Holder {
  key: string;
  state: Exclude<ClipState, "idle">;
  /** Ends what is played now. */
  settle: ((outcome: ClipOutcome) => void) | null;
  onTaken: () => void;
}

const listeners = new Set<() => void>();
let element: HTMLAudioElement | null = null;
let holder: Holder | null = null;
let isUnlocked = false;

/** Plays a clip on the page's one audio element; whatever played before stops. Never rejects. */
export async function playClip({ url, ...speaker }: Clip): Promise<ClipOutcome> {
  const turn = takeTurn(url, speaker);
  const outcome = await turn.play(url);
  // A blocked one keeps its turn, so that its button asks for the tap.
  if (outcome !== "blocked") turn.leave();
  return outcome;
}

/** Takes the element, for one clip or several in a row; `onTaken` tells that another took it, or that it was stopped. */
export function takeTurn(key: string, speaker: Speaker, onTaken: () => void = () => {}): Turn {
  stopClip();
  const audio = theElement();
  const own: Holder = { key, state: "loading", settle: null, onTaken };
  holder = own;
  showToSystem(speaker, { play: resumeClip, pause: pauseClip, stop: stopClip });
  notify();
  return {
    play: (url) =>
      new Promise((resolve) => {
        if (holder !== own) return resolve("stopped");
        own.settle = (outcome) => {
          own.settle = null;
          if (outcome === "blocked") own.state = "blocked";
          restLevel();
          notify();
          resolve(outcome);
        };
        if (own.state === "blocked") own.state = "loading";
        audio.src = url;
        applySpeed();
        notify();
        if (own.state !== "paused") start(own, audio);
      }),
    rename(next) {
      own.key = next;
      notify();
    },
    leave() {
      if (holder === own) giveBack();
    },
  };
}

export function stopClip(): void {
  const stopped = holder;
  if (stopped === null) return;
  giveBack();
  stopped.onTaken();
}

/** Goes on where it was paused. */
export function resumeClip(): void {
  if (holder?.state !== "paused") return;
  if (holder.settle === null) {
    holder.state = "playing";
    tellSystem("playing", theElement());
    notify();
  } else {
    start(holder, theElement());
  }
}

/** The state of the clip at this address, or of the turn with this name. */
export function useClip(key: string | null): ClipState {
  return useSyncExternalStore(subscribe, () => clipState(key));
}

export const clipState = (key: string | null): ClipState =>
  holder !== null && holder.key === key ? holder.state : "idle";

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
  if (holder !== null && holder.state !== "blocked") return;
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

function start(own: Holder, audio: HTMLAudioElement): void {
  const settle = own.settle;
  // Old engines give no promise.
  Promise.resolve(audio.play()).catch((error: unknown) => {
    const outcome = outcomeOf(error, audio);
    const isPaused = own.state === "paused" && outcome === "stopped";
    if (own.settle === settle && !isPaused) settle?.(outcome);
  });
}

function pauseClip(): void {
  if (holder === null || holder.state === "blocked") return;
  theElement().pause();
  setPaused();
}

function setPaused(): void {
  if (holder === null) return;
  holder.state = "paused";
  restLevel();
  tellSystem("paused", theElement());
  notify();
}

function giveBack(): void {
  const audio = theElement();
  const settle = holder?.settle;
  holder = null;
  audio.pause();
  restLevel();
  tellSystem("none", audio);
  notify();
  settle?.("stopped");
}

function theElement(): HTMLAudioElement {
  if (element !== null) return element;
  const audio = new Audio();
  // Part of the page, so that the browser's own tools and media keys find it.
  audio.hidden = true;
  document.body.append(audio);
  audio.preload = "auto";
  audio.addEventListener("playing", () => {
    if (holder === null || holder.state === "blocked") return;
    isUnlocked = true;
    holder.state = "playing";
    measureLevel(audio);
    tellSystem("playing", audio);
    notify();
  });
  // Not the end of a clip before, told late.
  audio.addEventListener("ended", () => audio.ended && holder?.settle?.("ended"));
  // By the system: a headset pulled out, a call.
  audio.addEventListener("pause", () => {
    if (holder?.state === "playing" && holder.settle !== null && audio.paused && !audio.ended) setPaused();
  });
  audio.addEventListener("error", () => holder?.settle?.("unplayable"));
  audio.addEventListener("ratechange", () => holder?.state === "playing" && tellSystem("playing", audio));
  playbackSpeed.subscribe(applySpeed);
  element = audio;
  return audio;
}

/** The default too: loading a clip sets the speed back to it. */
function applySpeed(): void {
  if (element === null) return;
  element.defaultPlaybackRate = playbackSpeed.current();
  element.playbackRate = playbackSpeed.current();
  element.preservesPitch = true;
}

function outcomeOf(error: unknown, audio: HTMLAudioElement): ClipOutcome {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "blocked";
  if (name === "AbortError") return "stopped";
  return name === "NotSupportedError" || audio.error ? "unplayable" : "failed";
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
