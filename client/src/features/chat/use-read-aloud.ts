import { useSyncExternalStore } from "react";

const STORAGE_KEY = "read-replies-aloud";
const listeners = new Set<() => void>();
let chosen: boolean | undefined;

/** Whether replies are spoken on this device; they are until someone says no. */
export function useReadAloud(): [boolean, (next: boolean) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}

function current(): boolean {
  chosen ??= stored();
  return chosen;
}

function choose(next: boolean): void {
  chosen = next;
  try {
    localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
  } catch {
    // Storage is refused in some private windows; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
