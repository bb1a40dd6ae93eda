import { useSyncExternalStore } from "react";

export const SPEEDS = [0.75, 1, 1.25, 1.5] as const;
const STORAGE_KEY = "voice-speed";

const listeners = new Set<() => void>();
let chosen: number | undefined;

/** How fast voices are played on this device; 1 is as they were spoken. */
export function usePlaybackSpeed(): [number, (next: number) => void] {
  return [useSyncExternalStore(onSpeed, playbackSpeed), choose];
}

export function playbackSpeed(): number {
  chosen ??= stored();
  return chosen;
}

export function onSpeed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(next: number): void {
  chosen = next;
  try {
    localStorage.setItem(STORAGE_KEY, String(next));
  } catch {
    // Storage is refused in some private windows; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function stored(): number {
  try {
    const speed = Number(localStorage.getItem(STORAGE_KEY));
    return SPEEDS.find((known) => known === speed) ?? 1;
  } catch {
    return 1;
  }
}
