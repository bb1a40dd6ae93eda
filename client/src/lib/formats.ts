import { t } from "@lingui/core/macro";
import { i18n, SOURCE_LANGUAGE } from "./i18n.tsx";

/** What a person reads of dates, numbers and lists: in the language of the page, as they are written where the browser is. */
const ofBrowser = typeof navigator === "undefined" ? [] : navigator.languages;
const locale = ofBrowser.find((language) => language.split("-")[0] === i18n.locale) ?? i18n.locale;

const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const longDate = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
const longDateWithYear = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const utcDate = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
const utcMonth = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const utcYear = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" });
// British for its punctuation: our texts have no comma before "and".
const list = new Intl.ListFormat(i18n.locale === SOURCE_LANGUAGE ? "en-GB" : locale);

export const numberOf = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale, options);
/** 'you, Robin and Ana'. */
export const listOf = (items: readonly string[]): string => list.format(items);

export const timeOf = (iso: string): string => time.format(new Date(iso));
/** As in 5/4/2026. */
export const shortDateOf = (iso: string): string => new Date(iso).toLocaleDateString(locale);
export const dateOf = (iso: string): string => date.format(new Date(iso));
export const momentOf = (iso: string): string => moment.format(new Date(iso));
/** For print, where 'Today' would soon be wrong. */
export const longDateOf = (iso: string): string => longDateWithYear.format(new Date(iso));

/** The day in the reader's time zone, for comparing only. */
export const dayOf = (iso: string): string => new Date(iso).toDateString();

export function dayName(iso: string, now = new Date()): string {
  const day = new Date(iso);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return t`Today`;
  if (day.toDateString() === yesterday.toDateString()) return t`Yesterday`;
  return (day.getFullYear() === now.getFullYear() ? longDate : longDateWithYear).format(day);
}

/** Of a day such as `2026-05-04`: in UTC, so that it is the same for every reader. */
export const shortDayOf = (day: string): string => dayAndMonth.format(new Date(`${day}T00:00:00Z`));
/** Of a day, a month or a year, as exactly as it is known: '2021', 'June 2021', 'Jun 4, 2021'. */
export function eventDateOf({ on, precision }: { on: string; precision: "day" | "month" | "year" }): string {
  if (precision === "day") return longDayOf(on);
  return (precision === "month" ? utcMonth : utcYear).format(new Date(`${on}T00:00:00Z`));
}
export const longDayOf = (day: string): string => utcDate.format(new Date(`${day}T00:00:00Z`));
