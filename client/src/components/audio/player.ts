import { useEffect, useSyncExternalStore } from "react";
import { AudioElement } from "./audio-element.ts";
import { measureLevel, openMeter, restLevel } from "./level-meter.ts";
import { type Speaker, showToSystem, tellSystem } from "./media-session.ts";

/** `blocked`: the browser needs a tap before it plays this clip. */
export type ClipState = "idle" | "loading" | "playing" | "paused" | "blocked";
export type ClipOutcome = "ended" | "stopped" | "blocked" | "unplayable" | "failed";

interface Clip extends Speaker {
  url: string;
}

/** Plays on the page's one audio element, until `leave` is called or another takes the player. */
export interface Playback {
  /**
   * Resolves when the clip is over, and says why: `unplayable` where it could not be fetched or decoded,
   * `failed` for any other error. After `blocked` it may be called again, in a tap. Never rejects.
   */
  play: (url: string) => Promise<ClipOutcome>;
  /** Holds the clip where it is, until `resumeClip`. */
  pause: () => void;
  /** The second up to which the clip was heard; 0 before its first sound. */
  position: () => number;
  /** Changes the key by which `useClip` finds it. */
  rename: (key: string) => void;
  leave: () => void;
}

interface Holder {
  key: string;
  state: Exclude<ClipState, "idle">;
  /** Ends the clip that plays now. */
  settle: ((outcome: ClipOutcome) => void) | null;
  onTaken: () => void;
}

const listeners = new Set<() => void>();
let element: AudioElement | null = null;
let holder: Holder | null = null;

/** Plays a clip on the page's one audio element, and stops what played before. Never rejects. */
export async function playClip({ url, ...speaker }: Clip): Promise<ClipOutcome> {
  const playback = takePlayer(url, speaker);
  const outcome = await playback.play(url);
  // A blocked clip keeps the player, so that its button can ask for the tap.
  if (outcome !== "blocked") playback.leave();
  return outcome;
}

/**
 * Takes the player for one or more clips. `onTaken` is called when another takes it, or a person stops the clip.
 */
export function takePlayer(key: string, speaker: Speaker, onTaken: () => void = () => {}): Playback {
  stopClip();
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
        theElement().load(url);
        notify();
        if (own.state !== "paused") start(own);
      }),
    pause() {
      if (holder === own) pauseClip();
    },
    position: () => theElement().audio.currentTime,
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

/** Goes on with the paused clip. */
export function resumeClip(): void {
  if (holder?.state !== "paused") return;
  if (holder.settle === null) {
    holder.state = "playing";
    tellSystem("playing", theElement().audio);
    notify();
  } else {
    start(holder);
  }
}

/** The state of the clip with this URL, or of the playback with this key. */
export function useClip(key: string | null): ClipState {
  return useSyncExternalStore(subscribe, () => clipState(key), atBuildTime);
}

const atBuildTime = (): ClipState => "idle";

export const clipState = (key: string | null): ClipState =>
  holder !== null && holder.key === key ? holder.state : "idle";

/** Unlocks the player at the first tap, because browsers play without a tap only what has played by one before. */
export function useUnlockedPlayer(): void {
  useEffect(unlockAtTaps, []);
}

/** As `useUnlockedPlayer`, for a page that loads this code later. @returns a function that ends it */
export function unlockAtTaps(): () => void {
  const gestures = ["click", "keydown", "touchend"] as const;
  for (const gesture of gestures) document.addEventListener(gesture, unlockPlayer, true);
  return () => {
    for (const gesture of gestures) document.removeEventListener(gesture, unlockPlayer, true);
  };
}

function unlockPlayer(): void {
  if (element?.isUnlocked) return;
  openMeter();
  if (holder === null || holder.state === "blocked") theElement().unlock();
}

function start(own: Holder): void {
  const { settle } = own;
  theElement()
    .play()
    .catch((error: unknown) => {
      const outcome = outcomeOf(error);
      const isPaused = own.state === "paused" && outcome === "stopped";
      if (own.settle === settle && !isPaused) settle?.(outcome);
    });
}

function pauseClip(): void {
  if (holder === null || holder.state === "blocked") return;
  theElement().audio.pause();
  setPaused();
}

function setPaused(): void {
  if (holder === null) return;
  holder.state = "paused";
  restLevel();
  tellSystem("paused", theElement().audio);
  notify();
}

function giveBack(): void {
  const { audio } = theElement();
  const settle = holder?.settle;
  holder = null;
  audio.pause();
  restLevel();
  tellSystem("none", audio);
  notify();
  settle?.("stopped");
}

function theElement(): AudioElement {
  element ??= new AudioElement({
    onPlaying() {
      if (holder === null || holder.state === "blocked") return;
      holder.state = "playing";
      measureLevel(theElement().audio);
      tellSystem("playing", theElement().audio);
      notify();
    },
    onEnded: () => holder?.settle?.("ended"),
    onPaused() {
      if (holder?.state === "playing" && holder.settle !== null) setPaused();
    },
    onUnplayable: () => holder?.settle?.("unplayable"),
    onSpeed() {
      if (holder?.state === "playing") tellSystem("playing", theElement().audio);
    },
  });
  return element;
}

function outcomeOf(error: unknown): ClipOutcome {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "blocked";
  if (name === "AbortError") return "stopped";
  return name === "NotSupportedError" || theElement().audio.error ? "unplayable" : "failed";
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
