// Two to three minutes of speech.
export const MAX_UTTERANCE_CHARACTERS = 2000;

/** One line without signs that some engines read out or take for markup; empty where nothing can be said. */
export function plainText(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(emoji, " ")
    .replace(/(?<=[\p{L}\p{N}])[^\S\n]*\n\s*/gu, ", ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu, (character) => (keptFormat.has(character) ? character : " "))
    .replace(unspoken, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? cut(line) : "";
}

// "<5 kg", "~10", "2*5", "5 > 3" and "rex_the_dog" keep their signs.
const unspoken =
  /[[\]{}|\\`]|(?!(?<=[\p{L}\p{N}])[*_^~=#][\p{L}\p{N}]|(?<![^\s(])[<>~#]=? ?\p{N}|(?<=[<>])= ?\p{N}|(?<=\p{N} ?)[<>*=] ?-?\p{N})[<>^~_*#=]/gu;

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
