import { useState } from "react";

/** What is written and not yet sent, kept with its chat while this browser tab lives. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const key = `draft:${sessionId}`;
  const [held, setHeld] = useState(() => ({ key, text: read(key) }));
  const text = held.key === key ? held.text : read(key);
  const set = (next: string) => {
    setHeld({ key, text: next });
    write(key, next);
  };
  return [text, set];
}

// Storage is refused in some private windows; the draft then lasts as long as the composer.
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
