/**
 * About how many tokens a text is for a language model, rather too many than too few. No tokenizer of a model is used:
 * which model is behind the API is not known, and tokenizers differ a lot in scripts other than Latin.
 */
export function estimateTokens(text: string): number {
  let estimate = 0;
  for (let at = 0; at < text.length; at++) estimate += costOf(text.charCodeAt(at));
  return Math.ceil(estimate);
}

/** The beginning of the text, of at most so many tokens. */
export function beginning(text: string, tokens: number): string {
  let left = tokens;
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at));
    if (left < 0) return `${text.slice(0, isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at).trimEnd()}…`;
  }
  return text;
}

/** Beginning and end of the text, of at most so many tokens together: who pastes a page asks before or after it. */
export function bothEnds(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const first = beginning(text, tokens / 2 - 1);
  let left = tokens / 2 - 2;
  let at = text.length;
  while (at > 0 && left > 0) left -= costOf(text.charCodeAt(--at));
  return `${first} ${text.slice(isLowSurrogate(text.charCodeAt(at)) ? at + 1 : at).trimStart()}`;
}

/** Tokens for a UTF-16 unit; an emoji has two of them. */
function costOf(unit: number): number {
  if (unit < 0x80) return 0.3;
  // Latin with accents, Greek, Cyrillic, Hebrew, Arabic.
  if (unit < 0x0900) return 0.6;
  // Devanagari and its relatives.
  if (unit < 0x2000) return 0.8;
  return 1.2;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
