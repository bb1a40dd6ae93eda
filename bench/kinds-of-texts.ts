import { languages } from "#server/understanding/languages/languages.ts";

const units = [
  ...["!", " ", "\n", "\r", "\t", "\r\n", "\n\n", ". ", "! ", ", ", "...?!", "…", "?", "'", "-", "_", "#", "*", "`"],
  ...[
    "<",
    "< ",
    "</",
    "<|",
    "[",
    "[[",
    "(",
    "{",
    "[1",
    "<think",
    "&",
    "/",
    "\\",
    "%",
    "=",
    "|",
    "\u0000",
    "\u200b",
    "\u00ad",
  ],
  ...[
    "a",
    "A",
    "aa ",
    "a ",
    "A ",
    "a. ",
    "A. ",
    "a.",
    "a,",
    "a!",
    "aB",
    "a1",
    "1",
    "1 ",
    "1.",
    "1,",
    "- a\n",
    "1. a\n",
    "a\n",
  ],
  ...[
    "no ",
    "he ate not ",
    "don't ",
    "I am ",
    "my name is ",
    "I'm a ",
    "can you eat ",
    "chocolate ",
    "Dr. ",
    "Rufus ",
    '"a" ',
  ],
  ...[
    "中",
    "中。",
    "中 ",
    "の",
    "の。",
    "ガ",
    "한",
    "한 ",
    "숨을 ",
    "ไ",
    "ع",
    "لا ",
    "، ",
    "न",
    "नहीं ",
    "हीं",
    "я",
    "лев ",
    "ё ",
  ],
  ...["é", "e\u0301", "\u0301", "ß ", "ﷺ", "😀", "👩‍👩‍👧", "🇩🇪", "\ud800", "\u2028", "،", "。", "、", "！", "「", "》"],
];

/** Letters at random, but the same in each run. */
function scattered(alphabet: string, length: number): string {
  let state = 1;
  const letters = [...alphabet];
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return letters[(state >> 8) % letters.length];
  }).join("");
}

const words = (code: string) =>
  languages
    .filter((language) => language.code === code)
    .flatMap(({ questions }) => [...questions.stopWords, ...questions.smallTalk])
    .join(" ");
const patterns = languages
  .flatMap(({ emergency }) => [...emergency.person, ...emergency.vet, ...emergency.eaten])
  .map((pattern) => pattern.replaceAll("(", "").split(/[|)]/, 1)[0])
  .join(" ");

/** Texts by what they are made of. Most are a unit, to be repeated; those at random are `length` characters long. */
export const kindsOfTexts = (length: number): ReadonlyMap<string, string> =>
  new Map([
    ...units.map((unit) => [JSON.stringify(unit), unit] as const),
    ["letters at random", scattered("abcdefghijklmnopqrstuvwxyz", length)],
    ["words at random", scattered("abcdefghijklm    ", length)],
    ["Names at random", scattered("ABCabcdefghijklm    .", length)],
    ["numbers at random", scattered("0123456789 ,.:", length)],
    ["signs at random", scattered("!?.,;:()[]{}<>/\\|#*_~`'\"-+=&%$@ ", length)],
    [
      "Chinese at random",
      scattered(
        "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么",
        length,
      ),
    ],
    [
      "Japanese at random",
      scattered("のにはをたがでてとしれさあいうえおかきくけこアイウエオカキ日本人大学生食べ飲。、", length),
    ],
    ["Korean at random", scattered("가나다라마바사아자차카타파하고노도로모보소오조초 ", length)],
    ...languages.map(({ code }) => [`stop words and small talk, ${code}`, words(code)] as const),
    ["beginnings of patterns", patterns],
  ]);

export const repeatTo = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
