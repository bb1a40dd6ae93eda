/** The list holds some 49,000 passwords, the commonest first: this many of them also count with decoration around. */
const DECORATED = 10_000;
/** Shorter words are common in good passwords too. */
const SHORTEST_WORD = 4;
/** As many digits and signs as people put around a word; more of them are a password of their own. */
const LONGEST_DECORATION = 8;

interface CommonPasswords {
  /** As they are. */
  all: ReadonlySet<string>;
  /** The commonest, spelled out. */
  top: ReadonlySet<string>;
}

let loading: Promise<CommonPasswords> | undefined;

/**
 * Whether this is one of the passwords that are tried first. The rule for new passwords asks for a capital, a digit and
 * a sign, so a common password comes in disguise: `Password1!`, `P@ssw0rd`, `!Summer2026`, `Abc123!!`.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const { all, top } = await loading;
  const plain = plainly(password);
  return (
    all.has(plain) ||
    all.has(plain.replaceAll(/[^\p{L}\p{N}]/gu, "")) ||
    wordsIn(password).some((word) => top.has(word))
  );
}

/** What a password may be without its disguise, spelled out (compare it with `spell` of something in lower case). */
export function wordsIn(password: string): string[] {
  const plain = plainly(password);
  const words = new Set<string>();
  for (let start = 0; start <= decorationBefore(plain); start++) {
    for (let end = plain.length; end >= plain.length - decorationAfter(plain); end--) {
      const word = plain.slice(start, end);
      if (plain.length - word.length > LONGEST_DECORATION || word.length < SHORTEST_WORD) continue;
      for (const reading of readingsOf(word)) words.add(reading);
    }
  }
  return [...words];
}

const plainly = (password: string): string => password.normalize("NFKC").toLowerCase();
const decorationBefore = (text: string): number => text.match(/^[^\p{L}]*/u)?.[0].length ?? 0;
const decorationAfter = (text: string): number => text.match(/[^\p{L}]*$/u)?.[0].length ?? 0;

/** Also half of a word that is said twice. */
function readingsOf(word: string): string[] {
  const spelled = spell(word);
  const half = spelled.slice(0, spelled.length / 2);
  return half.length >= SHORTEST_WORD && half + half === spelled ? [spelled, half] : [spelled];
}

const letters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  l: "i",
  "!": "i",
  "|": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "€": "e",
  "+": "t",
};

/** In letters alone, as far as digits and signs stand for some. A 1 may be an l or an i, so all three are one. */
export function spell(word: string): string {
  return [...word]
    .map((sign) => letters[sign] ?? sign)
    .join("")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Read at the first password that is chosen: some 30 ms and 4 MB. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const passwords = dictionary["passwords-common"];
  return { all: new Set(passwords), top: new Set(passwords.slice(0, DECORATED).map(spell)) };
}
