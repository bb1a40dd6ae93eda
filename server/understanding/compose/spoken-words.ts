import type { Writing } from "../languages/schema.ts";
import { normalizeForReply } from "./words.ts";

const scriptsWithoutBorders: ReadonlySet<Writing["script"]> = new Set(["Chinese", "Japanese", "Korean"]);

const compiled = new WeakMap<readonly string[], RegExp>();

/** Whether a text holds one of the words or expressions of a language file: whole, where the script parts words. */
export const holdsOneOf = (list: readonly string[], text: string, writing: Writing): boolean =>
  list.length > 0 && countOf(list, text, writing) > 0;

/** How often a text holds the words or expressions of a language file. */
export function countOf(list: readonly string[], text: string, { script }: Writing): number {
  let known = compiled.get(list);
  if (known === undefined) {
    const literal = list.map((entry) => normalizeForReply(entry).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
    const [before, after] = scriptsWithoutBorders.has(script)
      ? ["", ""]
      : ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
    known = new RegExp(`${before}(?:${literal})${after}`, "gu");
    compiled.set(list, known);
  }
  return normalizeForReply(text).match(known)?.length ?? 0;
}

/** Whether a message is one of the expressions and nothing else, but for the signs around it. */
export function isOneOf(list: readonly string[], message: string): boolean {
  const letters = lettersOf(message);
  return list.some((entry) => lettersOf(entry) === letters);
}

const lettersOf = (text: string): string =>
  normalizeForReply(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
