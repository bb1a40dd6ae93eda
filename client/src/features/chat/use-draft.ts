import { useState } from "react";
import { keptRecordings, withSpoken } from "@/domain/voice/voice-state.ts";

/** The unsent text of a chat, kept in this browser tab's storage. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const key = keyOf(sessionId);
  const [held, setHeld] = useState(() => ({ key, text: read(key) }));
  const text = held.key === key ? held.text : read(key);
  const set = (next: string) => {
    setHeld({ key, text: next });
    write(key, next);
  };
  return [text, set];
}

/** Puts what was not sent into a chat's composer, before what is in it, for when that is shown next. */
export function keepDraft(sessionId: string, unsent: string | Blob): void {
  const key = keyOf(sessionId);
  if (typeof unsent === "string") write(key, withSpoken(unsent, read(key)));
  else keptRecordings.set(recordingOf(sessionId), unsent);
}

/** The name under which a chat's unsent recording is kept. */
export const recordingOf = (sessionId: string): string => `chat ${sessionId}`;

const keyOf = (sessionId: string): string => `draft:${sessionId}`;

// Some private windows allow no storage: the draft then lasts as long as the composer.
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {}
}
