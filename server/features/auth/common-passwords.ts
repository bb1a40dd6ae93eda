/** The list holds some 49,000, the most common first; so many of them also count with digits and signs around. */
const DECORATED = 10_000;
/** Shorter words also occur in good passwords. */
const SHORTEST_WORD = 4;
/** More digits and signs make a good password by themselves. */
const LONGEST_DECORATION = 8;

interface CommonPasswords {
  all: ReadonlySet<string>;
  /** As `spell` writes them. */
  top: ReadonlySet<string>;
}

let loading: Promise<CommonPasswords> | undefined;

/** Attackers also try variations: `Password1!`, `P@ssw0rd`, `!Summer2026`, `Abc123!!`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const { all, top } = await loading;
  return [password, unrepeated(password)].some((text) => {
    const plain = lowerCase(text);
    return (
      all.has(plain) || all.has(plain.replaceAll(/[^\p{L}\p{N}]/gu, "")) || wordsIn(text).some((word) => top.has(word))
    );
  });
}

/** `Password1!Password1!` is no better than its half. */
const unrepeated = (password: string): string => lowerCase(password).replace(/^(.{4,}?)\1+$/su, "$1");

/** Compare them with `spell` of lower-case words. */
export function wordsIn(password: string): string[] {
  const plain = lowerCase(password);
  const [before, after] = [decorationBefore(plain), decorationAfter(plain)];
  const words = new Set<string>();
  for (let start = 0; start <= before; start++) {
    for (let cut = 0; cut <= after && start + cut <= LONGEST_DECORATION; cut++) {
      const word = plain.slice(start, plain.length - cut);
      if (word.length >= SHORTEST_WORD) for (const reading of readingsOf(word)) words.add(reading);
    }
  }
  return [...words];
}

const lowerCase = (password: string): string => password.normalize("NFKC").toLowerCase();
const decorationBefore = (text: string): number =>
  /^[^\p{L}]*/u.exec(text.slice(0, LONGEST_DECORATION))?.[0].length ?? 0;
const decorationAfter = (text: string): number => /[^\p{L}]*$/u.exec(text.slice(-LONGEST_DECORATION))?.[0].length ?? 0;

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

/** A 1 may be an l or an i, so all three become the same. */
export function spell(word: string): string {
  return [...word]
    .map((sign) => letters[sign] ?? sign)
    .join("")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** With the first password that is chosen: some 30 ms and 4 MB. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const passwords = dictionary["passwords-common"];
  return { all: new Set(passwords), top: new Set(passwords.slice(0, DECORATED).map(spell)) };
}
