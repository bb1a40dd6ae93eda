/**
 * The languages that the screens are offered in, each by its own name. Those whose catalog (client/locales) is complete:
 * a person who reads one language should not be answered in two.
 */
export const screenLanguages = {
  en: { name: "English", dir: "ltr" },
} as const satisfies Record<string, { name: string; dir: "ltr" | "rtl" }>;

export type ScreenLanguage = keyof typeof screenLanguages;

export const isScreenLanguage = (language: string): language is ScreenLanguage =>
  Object.hasOwn(screenLanguages, language);
