import { useEffect, useState } from "react";

/** Long enough to type a word, short enough to feel immediate. */
const PAUSE_MS = 250;

/** The typed text, debounced: the server gets one search for each word and not for each letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return settled;
}
