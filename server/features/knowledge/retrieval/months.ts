import { LRUCache } from "lru-cache";
import { languageFor } from "../../../languages/languages.ts";

const dates = /(?<![\p{N}.,/-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\p{N})/gu;
/** Of one text; a long table has the same months again and again. */
const MOST = 200;

/**
 * The months of the dates that a text has in digits, as words of its language: 'März' for '12.03.2024' in German, so that
 * 'im März 2024' finds it. Where the numbers don't tell the month from the day, they stand in the locale's order.
 * @returns empty for most texts
 */
export function monthsIn(text: string, locale: string): string[] {
  const months: string[] = [];
  for (const [, first = "", , second = "", third = ""] of text.matchAll(dates)) {
    const month = monthOf(first, second, third, locale);
    if (month !== null) months.push(month);
    if (months.length === MOST) break;
  }
  return months;
}

function monthOf(first: string, second: string, third: string, locale: string): string | null {
  const { names, isMonthFirst } = calendarOf(locale);
  const name = (digits: string) => names[Number(digits) - 1] ?? null;
  if (first.length === 4) return name(second);
  if (third.length !== 4 && third.length !== 2) return null;
  return isMonthFirst ? (name(first) ?? name(second)) : (name(second) ?? name(first));
}

interface Calendar {
  names: readonly string[];
  isMonthFirst: boolean;
}

const calendars = new LRUCache<string, Calendar>({ max: 50 });

function calendarOf(locale: string): Calendar {
  const known = calendars.get(locale);
  if (known !== undefined) return known;
  // Chinese writes months in characters too, but people ask for '3月'.
  const month = languageFor(locale)?.writing.script === "Chinese" ? "short" : "long";
  const named = new Intl.DateTimeFormat(locale, { month });
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: "short" }).formatToParts(new Date(2024, 0, 31));
  const placeOf = (type: Intl.DateTimeFormatPartTypes) => parts.findIndex((part) => part.type === type);
  const calendar = {
    names: Array.from({ length: 12 }, (_, each) => named.format(new Date(2024, each, 15))),
    isMonthFirst: placeOf("month") < placeOf("day"),
  };
  calendars.set(locale, calendar);
  return calendar;
}
