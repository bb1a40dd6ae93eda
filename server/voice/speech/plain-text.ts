// 2,000 characters are two to three minutes of speech; a reply is spoken sentence by sentence, far below it.
export const MAX_UTTERANCE_CHARACTERS = 2000;

/**
 * What an engine is given to say: one line without control characters, emoji or signs that some engines read out or
 * take for markup, cut at a word where it is too long. Empty where nothing can be said.
 */
export function plainText(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(emoji, " ")
    // A line that ends without punctuation (a heading, a list item) still wants its pause.
    .replace(/(?<=[\p{L}\p{N}])[^\S\n]*\n\s*/gu, ", ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu, (character) => (keptFormat.has(character) ? character : " "))
    .replace(unspoken, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? cut(line) : "";
}

// Of a figure ("<5 kg", "~10", "2*5", "5 > 3") and within a word ("rex_the_dog") signs are said; elsewhere they are marks.
const unspoken =
  /[[\]{}|\\`]|(?!(?<=[\p{L}\p{N}])[*_^~=#][\p{L}\p{N}]|(?<![^\s(])[<>~#]=? ?\p{N}|(?<=[<>])= ?\p{N}|(?<=\p{N} ?)[<>*=] ?-?\p{N})[<>^~_*#=]/gu;

// With skin tones, flags (regional indicators and tags) and joiners; a keycap (1 + U+20E3) keeps its digit.
const emoji =
  /\u200D(?=\p{Extended_Pictographic})|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}]|\u20E3|\uFE0F/gu;

// Joiners that change how Hindi and Arabic words are read.
const keptFormat = new Set(["\u200C", "\u200D"]);

function cut(line: string): string {
  if (line.length <= MAX_UTTERANCE_CHARACTERS) return line;
  const head = line.slice(0, MAX_UTTERANCE_CHARACTERS);
  const lastSpace = head.lastIndexOf(" ");
  return lastSpace > MAX_UTTERANCE_CHARACTERS / 2 ? head.slice(0, lastSpace) : head.replace(/\p{Cs}$/u, "");
}
