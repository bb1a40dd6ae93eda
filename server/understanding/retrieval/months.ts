import { LRUCache } from "lru-cache";
import { languageFor } from "../languages/languages.ts";

const dates = /(?<![\p{N}.,/-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\p{N})/gu;
/** Of one text; a long table has the same months again and again. */
const MOST = 200;

/**
 * The months of the dates that a text has in digits, as words of its language: 'März' for '12.03.2024' in German, so that
 * 'im März 2024' finds it. '04/09/2024' is in April or in September, by who wrote it: it is found by both.
 * @returns empty for most texts
 */
export function monthsIn(text: string, locale: string): string[] {
  const months: string[] = [];
  for (const [, first = "", sign = "", second = "", third = ""] of text.matchAll(dates)) {
    if (months.length >= MOST) break;
    const names = namesOf(locale);
    months.push(...monthsOf(first, sign, second, third).flatMap((month) => names[month - 1] ?? []));
  }
  return months;
}

/** The numbers that may be the month; those above 12 name none. */
function monthsOf(first: string, sign: string, second: string, third: string): number[] {
  if (first.length === 4) return [Number(second)];
  if (third.length !== 4 && third.length !== 2) return [];
  const [one, other] = [Number(first), Number(second)];
  return sign === "." || one > 12 || one === other ? [other] : [one, other].filter((month) => month <= 12);
}

const known = new LRUCache<string, readonly string[]>({ max: 50 });

function namesOf(locale: string): readonly string[] {
  const before = known.get(locale);
  if (before !== undefined) return before;
  // Chinese writes months in characters too, but people ask for '3月'.
  const month = languageFor(locale)?.writing.script === "Chinese" ? "short" : "long";
  const format = new Intl.DateTimeFormat(locale, { month });
  const names = Array.from({ length: 12 }, (_, each) => format.format(new Date(2024, each, 15)));
  known.set(locale, names);
  return names;
}
