const squares = "[［【〔〖⟦{｛";
const closersOf: Record<string, string> = {
  "[": "]",
  "［": "］",
  "【": "】",
  "〔": "〕",
  "〖": "〗",
  "⟦": "⟧",
  "{": "}",
  "｛": "｝",
  "(": ")",
  "（": "）",
  "<": ">",
  "＜": "＞",
};
const openers = Object.keys(closersOf).join("").replace("[", "\\[");
const closers = Object.values(closersOf).join("").replace("]", "\\]");
/** Where the digits of a script begin in Unicode: Latin, Arabic, Persian, Devanagari, full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10];
const digits = zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join("");
const spaces = " \\t\\u00a0\\u3000";

const parts = new RegExp(`^([${openers}${spaces}]+)([^${closers}]*)([${closers}])?$`, "u");
const tokens = new RegExp(`[${digits}]+|[\\p{L}\\p{M}'’]+|[^]`, "gu");
const isNumber = new RegExp(`^[${digits}]`, "u");
const isWord = /^[\p{L}\p{M}'’]/u;
const separators = new RegExp(`^[${spaces},;:.&+/#№*"–—、，；：،؛。・·-]$`, "u");
/** What a marker says beside numbers: each name as it stands in the brackets. `unknown` is also written as `?`. */
const markerNames = ["chat", "play", "unknown", "help:person", "help:vet"] as const;
export type MarkerName = (typeof markerNames)[number];
const unknownSigns = "?？؟";

/** Between numbers in single round brackets, where a range or a time of day is speech. */
const listSeparators = new RegExp(`^[${spaces},;&、，；]$`, "u");

const longest = { all: 300, word: 14, words: 3, openers: 3, number: 3 } as const;

export interface BracketReading {
  /** `open`: what follows may make a marker of it. `text`: nothing can any more. */
  verdict: "open" | "marker" | "text";
  /** The numbers, also those that do not exist. */
  found: number[];
  names: MarkerName[];
  /** What may still come of its closing brackets. */
  closers: string;
}

/** Whether a marker may begin with this sign; asked of every sign of a reply. */
export const isOpener = (sign: string): boolean => sign in closersOf;

/** Whether a text begins with two square brackets or their like, which speech never does. */
export const isDoubled = (text: string): boolean =>
  squares.includes(text.charAt(0)) && isOpener(text.slice(1).trimStart().charAt(0));

/**
 * Reads the beginning of a text as a marker: numbers or names in brackets. Square brackets and their like (but no others) do
 * not occur in speech, so there may be words beside the numbers; a single pair of round ones holds nothing but numbers that exist.
 * @param isCut no text will follow
 */
export function readBracketed(text: string, count: number, { isCut = false } = {}): BracketReading {
  const [, opening = "", inner = "", closer] = parts.exec(text) ?? [];
  const brackets = opening.replaceAll(/\s/g, "");
  const kind = kindOf(brackets, /\S\s+\S/.test(opening));
  const list = kind === null || text.length > longest.all ? null : readList(inner, kind, count);
  if (kind === null || list === null) return textOnly;
  const [next, ...others] = [...brackets].reverse().map((bracket) => closersOf[bracket]);
  const { found, names } = list;
  if (closer === undefined && !isCut) return { verdict: "open", found, names, closers: "" };
  const isAll = closer === undefined ? isCutOff(kind, list, inner) : closer === next && isWhole(kind, list);
  return isAll ? { verdict: "marker", found, names, closers: others.join("") } : textOnly;
}

const textOnly: BracketReading = { verdict: "text", found: [], names: [], closers: "" };

/** `square` and `round` for one bracket; `squares` for more of the first kind, `doubled` for others. */
type Kind = "square" | "round" | "angle" | "squares" | "doubled";

function kindOf(brackets: string, areApart: boolean): Kind | null {
  const all = [...brackets];
  const [first = ""] = all;
  if (first === "" || all.length > longest.openers) return null;
  if (all.length === 1) return squares.includes(first) ? "square" : "<＜".includes(first) ? "angle" : "round";
  if (all.every((bracket) => squares.includes(bracket))) return "squares";
  const areAlike = all.every((bracket) => bracket === first) || all.some((bracket) => squares.includes(bracket));
  return areAlike && !areApart ? "doubled" : null;
}

interface List {
  found: number[];
  names: MarkerName[];
  words: number;
  wordsSinceNumber: number;
}

/** Null where it can be no list of numbers, however it goes on. */
function readList(inner: string, kind: Kind, count: number): List | null {
  const list: List = { found: [], names: [], words: 0, wordsSinceNumber: 0 };
  if (kind === "angle" && inner !== "") return null;
  const name = isSquare(kind)
    ? markerNames.find((known) => known === inner.replaceAll(/\s/g, "").toLowerCase())
    : undefined;
  if (name !== undefined) return { ...list, names: [name] };
  for (const [token] of inner.matchAll(tokens)) {
    if (isNumber.test(token)) {
      const number = toNumber(token);
      if (kind === "square" && token.length > longest.number) return null;
      if (kind === "round" && (number < 1 || number > count || toNumber(token.slice(0, 1)) === 0)) return null;
      list.found.push(number);
      list.wordsSinceNumber = 0;
    } else if (isWord.test(token)) {
      list.words += 1;
      list.wordsSinceNumber += 1;
      if (kind === "round" || token.length > longest.word || list.wordsSinceNumber > longest.words) return null;
      list.names.push(...markerNames.filter((known) => known === token.toLowerCase()));
    } else if (isSquare(kind) && unknownSigns.includes(token)) list.names.push("unknown");
    else if (!(kind === "round" ? listSeparators : separators).test(token)) return null;
  }
  return list;
}

const isSquare = (kind: Kind) => kind === "square" || kind === "squares";

function isWhole(kind: Kind, { found, names, words, wordsSinceNumber }: List): boolean {
  if (kind === "square") return (found.length > 0 && wordsSinceNumber === 0) || (names.length > 0 && words === 0);
  // Nothing, or a word for it: [[]], [[none]].
  return found.length > 0 || names.length > 0 || (kind === "squares" && words <= 1);
}

function isCutOff(kind: Kind, list: List, inner: string): boolean {
  const cut = inner.trim().toLowerCase();
  const isPartOfName = kind === "squares" && markerNames.some((name) => name.startsWith(cut));
  return isWhole(kind, list) || isPartOfName || (kind === "square" && cut === "");
}

function toNumber(number: string): number {
  const plain = [...number].map((digit) => {
    const code = digit.charCodeAt(0);
    return code - (zeros.findLast((zero) => zero <= code) ?? code);
  });
  return Number(plain.join(""));
}
