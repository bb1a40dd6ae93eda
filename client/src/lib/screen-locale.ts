import { DEFAULT_LANGUAGE, languages } from "#shared/voices.ts";
import { i18n, SOURCE_LANGUAGE } from "./i18n.tsx";

/** Whether a pet that speaks it is understood by whoever reads the screens: the same language, in whatever country. */
export const isScreenLocale = (locale: string): boolean => locale.split("-")[0] === i18n.locale;

/** The screen's language as pets and voices have it. */
export const screenLocale = languages.find(({ code }) => isScreenLocale(code))?.code ?? DEFAULT_LANGUAGE;

const names = new Intl.DisplayNames([i18n.locale], { type: "language" });

/** Of a pet's language, in the language of the page. */
export function languageName(locale: string): string {
  if (i18n.locale === SOURCE_LANGUAGE) return languages.find(({ code }) => code === locale)?.displayName ?? locale;
  const [language = locale] = locale.split("-");
  const isOnly = languages.filter(({ code }) => code.startsWith(`${language}-`)).length === 1;
  return names.of(isOnly ? language : locale) ?? locale;
}
