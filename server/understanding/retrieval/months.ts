import { LRUCache } from "lru-cache";
import { languageFor } from "../languages/languages.ts";

const dates = /(?<![\p{N}.,/-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\p{N})/gu;
/** A long table repeats the same months. */
const MOST = 200;

/** 'März' for '12.03.2024' in German. '04/09/2024' gives April and September, since either may be meant. */
export function monthsIn(text: string, locale: string): string[] {
  const months: string[] = [];
  for (const [, first = "", sign = "", second = "", third = ""] of text.matchAll(dates)) {
    if (months.length >= MOST) break;
    const names = namesOf(locale);
    months.push(...monthsOf(first, sign, second, third).flatMap((month) => names[month - 1] ?? []));
  }
  return months;
}

function monthsOf(first: string, sign: string, second: string, third: string): number[] {
  if (first.length === 4) return [Number(second)];
  if (third.length !== 4 && third.length !== 2) return [];
  const [one, other] = [Number(first), Number(second)];
  return sign === "." || one > 12 || one === other ? [other] : [one, other].filter((month) => month <= 12);
}

const known = new LRUCache<string, readonly string[]>({ max: 50 });

function namesOf(locale: string): readonly string[] {
  const cached = known.get(locale);
  if (cached !== undefined) return cached;
  // Chinese writes months in characters too, but people ask for '3月'.
  const month = languageFor(locale)?.writing.script === "Chinese" ? "short" : "long";
  const format = new Intl.DateTimeFormat(locale, { month });
  const names = Array.from({ length: 12 }, (_, each) => format.format(new Date(2024, each, 15)));
  known.set(locale, names);
  return names;
}
