/** Letters of languages that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** The two parts of a sentence that was taken to be over after the first. */
export function joinSaid(before: string, after: string): string {
  if (before === "") return after;
  if (after === "") return before;
  // A recognizer ends each part with a full stop. A question mark was heard.
  const first = before.replace(/[.。।…\s]+$/u, "");
  return `${first}${UNSPACED.test(first) ? "" : " "}${after}`;
}
