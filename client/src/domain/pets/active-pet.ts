import { useSyncExternalStore } from "react";
import { isRecord } from "@/lib/record.ts";

export interface ActivePet {
  agentId: string;
  sessionId: string;
  isTemporary?: boolean;
}

const STORAGE_KEY = "active-pet";
const listeners = new Set<() => void>();
let current = stored();
let isCleared = false;

/** Stored for this browser tab, so that a reload shows the same chat again. */
export function setActivePet(next: ActivePet | null): void {
  current = next;
  isCleared = false;
  try {
    if (next === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Some private windows allow no storage: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** The person has left the chat: no pet is resumed until they choose one or open the product again (D43). */
export function clearActivePet(): void {
  setActivePet(null);
  isCleared = true;
  for (const listener of listeners) listener();
}

export const useIsCleared = (): boolean => useSyncExternalStore(subscribe, () => isCleared);

/** For code that goes on after a call: the person may have chosen another pet meanwhile. */
export const activePetNow = (): ActivePet | null => current;

export const useActivePet = (): ActivePet | null => useSyncExternalStore(subscribe, activePetNow);

function stored(): ActivePet | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return isActivePet(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** A declaration, because it is called while this file is loaded. */
function isActivePet(kept: unknown): kept is ActivePet {
  return isRecord(kept) && typeof kept.agentId === "string" && typeof kept.sessionId === "string";
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
