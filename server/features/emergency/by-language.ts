import type { EmergencyWords } from "./emergency-words.ts";
import { ar } from "./languages/ar.ts";
import { de } from "./languages/de.ts";
import { en } from "./languages/en.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";
import { hi } from "./languages/hi.ts";
import { it } from "./languages/it.ts";
import { ja } from "./languages/ja.ts";
import { ko } from "./languages/ko.ts";
import { nl } from "./languages/nl.ts";
import { pt } from "./languages/pt.ts";
import { ru } from "./languages/ru.ts";
import { zh } from "./languages/zh.ts";

/** Each language of the catalogue. */
export const byLanguage = { en, es, fr, de, it, pt, nl, ru, ar, hi, zh, ja, ko } as const satisfies Record<
  string,
  EmergencyWords
>;

export type CareLanguage = keyof typeof byLanguage;
