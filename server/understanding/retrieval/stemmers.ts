import { newStemmer } from "snowball-stemmers";
import type { Stemmer } from "../languages/schema.ts";

export type Stem = (word: string) => string;

export function stemmerFor(name: Stemmer): Stem {
  const own = ownStemmers[name];
  if (own) return own;
  const stemmer = newStemmer(name);
  return (word) => stemmer.stem(word);
}

const ownStemmers: Partial<Record<Stemmer, Stem>> = {
  hindi: stemHindi,
  japanese: stemJapanese,
  korean: stemKorean,
  none: (word) => word,
};

/** After "A Lightweight Stemmer for Hindi" (Ramanathan and Rao, 2003), with anusvara as folded words have. */
function stemHindi(word: string): string {
  for (const [length, endings] of hindiEndings) {
    if (word.length >= length + 2 && endings.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}

const hindiEndings: [number, Set<string>][] = [
  [5, new Set(["ाएंगी", "ाएंगे", "ाऊंगी", "ाऊंगा"])],
  [4, new Set("ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियां ियों".split(" "))],
  [3, new Set("ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं".split(" "))],
  [2, new Set("कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ां ों ें".split(" "))],
  [1, new Set("ो े ू ु ी ि ा".split(" "))],
];

/** 食べる, 食べ and 食べたい become 食. */
function stemJapanese(word: string): string {
  return /^(\p{Script=Han}+)\p{Script=Hiragana}+$/u.exec(word)?.[1] ?? word;
}

/** Removes one particle or one ending, never the whole word. */
function stemKorean(word: string): string {
  const bare = word.replace(koreanParticle, "");
  if (bare !== word && bare.length >= 2) return bare.replace(koreanPlural, "$1");
  return word.replace(koreanEnding, "$1");
}

const koreanParticle =
  /(?<=.)(?:에서는|에서도|한테서|에게서|으로는|이라고|이라는|께서|에서|에게|한테|으로|까지|부터|보다|처럼|마다|밖에|조차|이랑|하고|이나|라고|라는|이야|이에요|예요|에는|에도|와는|과는|은|는|이|가|을|를|에|의|도|로|와|과|랑|만|야)$/u;
const koreanPlural = /^(.{2,})들$/u;
const koreanEnding =
  /^(.+?)(?:(?:었|았|였|했|겠)?(?:습니다|습니까|어요|아요|여요|나요|는데|니까|으면|어서|아서|으니|어|아|니|나|냐|지|고|면|게|는|은|을|던|요|자|다|래|까))$/u;
