import { setTimeout as pause } from "node:timers/promises";
import { segmentsOf } from "../languages/segments.ts";
import { isUnspaced } from "./words.ts";

/** Ends without an error when the signal is aborted. */
export async function* streamWords(
  text: string,
  { locale, pauseMs, signal }: { locale: string; pauseMs: number; signal: AbortSignal },
): AsyncGenerator<string> {
  for (const [index, piece] of piecesOf(text, locale).entries()) {
    if (index > 0) await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield piece;
  }
}

function piecesOf(text: string, locale: string): string[] {
  const pieces = text.match(/\s*\S+(?:\s+$)?/gu) ?? [];
  if (!isUnspaced(locale)) return pieces;
  return pieces.flatMap((piece) => [...segmentsOf(piece, locale, "word")].map(({ segment }) => segment));
}
