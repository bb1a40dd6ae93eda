import { useEffect, useState } from "react";

/** Long enough that a word is typed, short enough to feel immediate. */
const PAUSE_MS = 250;

/** What is typed, once the typing pauses: one question to the server for each word, not for each letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return settled;
}
