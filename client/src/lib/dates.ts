const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const longDate = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const longDateWithYear = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

export const timeOf = (iso: string): string => time.format(new Date(iso));
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
