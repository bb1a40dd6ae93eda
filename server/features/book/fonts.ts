import { createRequire } from "node:module";

/** Packages with fonts as files, which are all optional. Where several are needed, the one before comes first. */
const latin = ["Noto Serif", "noto-serif"] as const;
const arabic = ["Noto Naskh Arabic", "noto-naskh-arabic"] as const;
const devanagari = ["Noto Serif Devanagari", "noto-serif-devanagari"] as const;
const japanese = ["Noto Serif JP", "noto-serif-jp"] as const;
const chinese = ["Noto Serif SC", "noto-serif-sc"] as const;
const korean = ["Noto Serif KR", "noto-serif-kr"] as const;
const emoji = ["Noto Emoji", "noto-emoji"] as const;
type Font = readonly [family: string, name: string];

const { resolve } = createRequire(import.meta.url);

export interface ChosenFonts {
  families: string[];
  files: string[];
}

/** What the text is set in; null where this server has no font for one of its scripts. */
export function fontsFor(text: string, lang: string): ChosenFonts | null {
  const needed: Font[] = [latin];
  if (/\p{Script=Arabic}/u.test(text)) needed.push(arabic);
  if (/\p{Script=Devanagari}/u.test(text)) needed.push(devanagari);
  if (/\p{Script=Hangul}/u.test(text)) needed.push(korean);
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  if (kana) needed.push(japanese);
  // The same signs are written otherwise in each of the three languages.
  if (/\p{Script=Han}/u.test(text))
    needed.push(lang === "ja" ? japanese : lang === "ko" ? korean : lang === "zh" || !kana ? chinese : japanese);
  const ordered = needed.toSorted((one, other) => Number(isOwn(other, lang)) - Number(isOwn(one, lang)));
  const files = [...new Set(ordered)].map(filesOf);
  if (files.some((of) => of === null)) return null;
  const forSigns = filesOf(emoji);
  const families = [latin, ...ordered, ...(forSigns === null ? [] : [emoji])].map(([family]) => family);
  return { families: [...new Set(families)], files: [...files, forSigns].flatMap((of) => of ?? []) };
}

const isOwn = (font: Font, lang: string): boolean =>
  font === (lang === "ja" ? japanese : lang === "zh" ? chinese : lang === "ko" ? korean : latin);

/** Regular and bold; null where the package is not installed. */
function filesOf([family, name]: Font): string[] | null {
  const stem = family.replaceAll(" ", "");
  try {
    return ["400Regular", "700Bold"].map((weight) =>
      resolve(`@expo-google-fonts/${name}/${weight}/${stem}_${weight}.ttf`),
    );
  } catch {
    return null;
  }
}
