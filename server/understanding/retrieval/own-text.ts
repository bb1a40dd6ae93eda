/** Shorter parts of a text are copied anyway. */
const SHARED_FROM = 13;

/**
 * The same text with characters of its own. The engine makes a word that was cut out of a text a window onto it, so that
 * keeping the word would keep the whole text in memory.
 */
export function ownText(text: string): string {
  return text.length < SHARED_FROM ? text : Buffer.from(text, "utf16le").toString("utf16le");
}
