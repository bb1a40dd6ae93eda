/** What a person reads of dates, numbers and lists. Dates and numbers follow the browser, lists the sentence that they stand in. */
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const longDate = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const longDateWithYear = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const utcDate = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const utcMonth = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
const utcYear = new Intl.DateTimeFormat(undefined, { year: "numeric", timeZone: "UTC" });
// British for its punctuation: our texts have no comma before "and".
const list = new Intl.ListFormat("en-GB");

export const numberOf = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(undefined, options);
/** 'you, Robin and Ana'. */
export const listOf = (items: readonly string[]): string => list.format(items);

export const timeOf = (iso: string): string => time.format(new Date(iso));
/** As in 5/4/2026. */
export const shortDateOf = (iso: string): string => new Date(iso).toLocaleDateString();
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
  if (day.toDateString() === now.toDateString()) return "Today";
  if (day.toDateString() === yesterday.toDateString()) return "Yesterday";
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
