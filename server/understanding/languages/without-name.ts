/** A text without a pet's name where it stands as a word, whatever its case; a space in its place. */
export function withoutName(text: string, name: string): string {
  const called = name.trim().replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
  if (called === "") return text;
  // What stands beside a Chinese, Japanese or Korean name is no part of it, without a space between.
  const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(called);
  const word = isUnspaced ? called : `(?<![\\p{L}\\p{M}\\p{N}])${called}(?![\\p{L}\\p{M}\\p{N}])`;
  return text.replace(new RegExp(word, "giu"), " ");
}
