import { useState } from "react";

/** The unsent text of a chat, kept in this browser tab's storage. */
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
