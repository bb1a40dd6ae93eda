/**
 * The languages that the screens are offered in, each by its own name. Those whose catalog (client/locales) is complete:
 * a person who reads one language should not be answered in two.
 */
export const screenLanguages = {
  en: { name: "English", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  fr: { name: "Français", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  it: { name: "Italiano", dir: "ltr" },
  pt: { name: "Português", dir: "ltr" },
  nl: { name: "Nederlands", dir: "ltr" },
  ru: { name: "Русский", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
  hi: { name: "हिन्दी", dir: "ltr" },
  zh: { name: "中文", dir: "ltr" },
  ja: { name: "日本語", dir: "ltr" },
  ko: { name: "한국어", dir: "ltr" },
} as const satisfies Record<string, { name: string; dir: "ltr" | "rtl" }>;

export type ScreenLanguage = keyof typeof screenLanguages;

export const isScreenLanguage = (language: string): language is ScreenLanguage =>
  Object.hasOwn(screenLanguages, language);
