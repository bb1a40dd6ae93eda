import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { nl } from "./nl.ts";
import type { Phrases } from "./phrases.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";
import { zh } from "./zh.ts";

/** The phrases of a locale such as es-MX. */
export function phrasesFor(locale: string): Phrases {
  return phrasesByLanguage.get(languageOf(locale)) ?? en;
}

export const languageOf = (locale: string): string => locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? "";

export const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(
  Object.entries({ ar, de, en, es, fr, hi, it, ja, ko, nl, pt, ru, zh }),
);
