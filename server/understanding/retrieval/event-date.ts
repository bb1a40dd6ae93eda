import { LRUCache } from "lru-cache";
import type { DatePrecision } from "#shared/api/memory.ts";
import { languageFor, languageOf } from "../languages/languages.ts";
import { languagesOf } from "./language.ts";
import { slotOf } from "./memorable.ts";

export interface EventDate {
  /** Of a month or a year, its first day. */
  on: string;
  precision: DatePrecision;
}

/**
 * When something happened or is going to, where a sentence says so; `today` is the day on which it was said. Not of a birthday,
 * which comes each year.
 */
export function eventDateIn(text: string, petLocale: string, today: string): EventDate | null {
  const locale = languagesOf(text, petLocale)[0]?.code ?? petLocale;
  if (slotOf(text, locale) === "birthday") return null;
  const plain = plainText(text, locale);
  const { relative } = wordsOf(locale);
  const found =
    dateInDigits(plain, today) ??
    dateByMonth(plain, locale, today) ??
    dateByShift(plain, relative, today) ??
    yearIn(plain);
  return found !== null && isOfALife(found, today) ? found : null;
}

const isOfALife = ({ on }: EventDate, today: string): boolean =>
  on > "1900" && Number(on.slice(0, 4)) <= Number(today.slice(0, 4)) + 5;

/** Whether somebody else's reading of the sentence can be: its weekday, or its month, is named there. */
export function mayBeMeant({ on, precision }: EventDate, text: string, petLocale: string, today: string): boolean {
  const locale = languagesOf(text, petLocale)[0]?.code ?? petLocale;
  const days = Math.abs(Date.parse(on) - Date.parse(today)) / DAY_MS;
  const { monthNumbers, weekdays } = wordsOf(locale);
  const plain = plainText(text, locale);
  const month = Number(on.slice(5, 7));
  if (precision === "day") return days <= 8 && has(plain, weekdays[new Date(on).getUTCDay()] ?? []);
  const names = [...monthNumbers].flatMap(([name, number]) => (number === month ? [name] : []));
  return precision === "month" && on.endsWith("-01") && days <= 366 && has(plain, names);
}

const DAY_MS = 86_400_000;

const plainText = (text: string, locale: string): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase(locale)
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
    });

/** Of Arabic, Persian, Devanagari and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];

function dateInDigits(plain: string, today: string): EventDate | null {
  const inCharacters = /(?:(\d{4}) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号일]/u.exec(plain);
  if (inCharacters !== null) {
    const [, year, month, day] = inCharacters;
    return dayOf(year, Number(month), Number(day), today);
  }
  const monthInCharacters = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월]/u.exec(plain);
  if (monthInCharacters !== null) return monthOf(monthInCharacters[1], Number(monthInCharacters[2]));
  const iso = /(?<![\d./-])(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(plain);
  if (iso !== null) return dayOf(iso[1], Number(iso[2]), Number(iso[3]), today);
  const signs = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d|[./-]\d)/.exec(plain);
  if (signs === null) return null;
  const [, first, sign, second, year] = signs;
  const [one, other] = [Number(first), Number(second)];
  if (sign === "." || one > 12 || one === other) return dayOf(year, other, one, today);
  // '04/09/2024' may mean April or September.
  return other > 12 ? dayOf(year, one, other, today) : yearOf(year);
}

function dateByMonth(plain: string, locale: string, today: string): EventDate | null {
  const { byMonth, monthNumbers } = wordsOf(locale);
  const numberOf = (name: string | undefined) => monthNumbers.get(name ?? "") ?? 0;
  for (const { groups = {} } of plain.matchAll(byMonth)) {
    const { before, month, after, year } = groups;
    const day = before ?? after;
    if (day !== undefined) return dayOf(year, numberOf(month), Number(day), today);
    if (year !== undefined) return monthOf(year, numberOf(month));
  }
  return null;
}

function dateByShift(plain: string, relative: readonly Shift[], today: string): EventDate | null {
  const found = relative.find(({ words }) => has(plain, [words]));
  if (found === undefined) return null;
  const { unit, by } = found;
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  if (unit === "spring" || unit === "summer" || unit === "autumn") return yearOfLast(unit, year, month);
  if (unit === "year") return yearOf(String(year + by));
  if (unit === "month") return { on: isoOf(Date.UTC(year, month - 1 + by, 1)), precision: "month" };
  return { on: isoOf(Date.UTC(year, month - 1, day + by)), precision: "day" };
}

/** The last months of a season, here and south of the equator. */
const SEASON_ENDS = { spring: [5, 11], summer: [2, 8], autumn: [5, 11] } as const;

/** Null where it is another year in the south. */
function yearOfLast(season: keyof typeof SEASON_ENDS, year: number, month: number): EventDate | null {
  const [first, second] = SEASON_ENDS[season];
  if (month > second) return yearOf(String(year));
  return month <= first ? yearOf(String(year - 1)) : null;
}

/** A number is a year only behind or before a word that says so: 'in 2019', not '2000 stamps'. */
const YEAR =
  /(?:(?<!\p{L})(?:in|since|jahre?|seit|en|desde|depuis|nel|dal|em|sinds|в|с|عام|سنة|منذ)\s(?<one>(?:19|20)\d\d)(?![\d\p{L}])(?!\s?[%€$])|(?<!\d)(?<other>(?:19|20)\d\d)\s?(?:年|년|में))/u;

function yearIn(plain: string): EventDate | null {
  const { one, other } = YEAR.exec(plain)?.groups ?? {};
  const year = one ?? other;
  return year === undefined ? null : yearOf(year);
}

const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const yearOf = (year = ""): EventDate => ({ on: `${year}-01-01`, precision: "year" });
const monthOf = (year: string | undefined, month: number): EventDate | null =>
  month < 1 || month > 12 ? null : { on: `${year}-${String(month).padStart(2, "0")}-01`, precision: "month" };

/** Without a year the nearest one. */
function dayOf(year: string | undefined, month: number, day: number, today: string): EventDate | null {
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)];
  const distance = (time: number) => Math.abs(time - Date.parse(today));
  const [nearest] = years
    .map((each) => Date.UTC(each, month - 1, day))
    .filter((time) => new Date(time).getUTCDate() === day && new Date(time).getUTCMonth() === month - 1)
    .sort((one, other) => distance(one) - distance(other));
  return nearest === undefined ? null : { on: isoOf(nearest), precision: "day" };
}

interface Shift {
  words: string;
  unit: "day" | "month" | "year" | keyof typeof SEASON_ENDS;
  by: number;
}

interface DateWords {
  byMonth: RegExp;
  monthNumbers: ReadonlyMap<string, number>;
  /** From Sunday on. */
  weekdays: readonly string[][];
  relative: readonly Shift[];
}

const known = new LRUCache<string, DateWords>({ max: 50 });

/** What the platform knows of the languages. */
function wordsOf(locale: string): DateWords {
  const cached = known.get(locale);
  if (cached !== undefined) return cached;
  const monthNumbers = monthNumbersOf(locale);
  const months = [...monthNumbers.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const of = "(?:\\s?(?:de|del|of|di|,))?\\s";
  const made = {
    monthNumbers,
    byMonth: new RegExp(
      `(?:(?<!\\d)(?<before>\\d{1,2})(?:\\.|st|nd|rd|th|er|º|°)?${of})?(?<![\\p{L}\\p{M}])(?<month>${months.join("|")})(?![\\p{L}\\p{M}])\\.?(?:\\s(?<after>\\d{1,2})(?:st|nd|rd|th|(?![\\d:]|\\s\\p{L})))?(?:${of}(?<year>(?:19|20)\\d\\d)(?!\\d))?`,
      "gu",
    ),
    weekdays: Array.from({ length: 7 }, (_, day) => namesOn(locale, Date.UTC(2023, 0, 1 + day), "weekday")),
    relative: shiftsOf(locale),
  };
  known.set(locale, made);
  return made;
}

function monthNumbersOf(locale: string): Map<string, number> {
  const all = Array.from({ length: 12 }, (_, at) =>
    namesOn(locale, Date.UTC(2023, at, 15), "month").map((name): [string, number] => [name, at + 1]),
  );
  // In digits they are found without their names.
  return new Map(all.flat().filter(([name]) => !/\d/.test(name)));
}

/** Long and short, alone and as they stand within a date. */
function namesOn(locale: string, time: number, part: "month" | "weekday"): string[] {
  const styles = (["long", "short"] as const).flatMap((style) => [
    { [part]: style },
    { [part]: style, day: "numeric" as const, month: part === "month" ? style : ("long" as const) },
  ]);
  const names = styles.flatMap((style) =>
    new Intl.DateTimeFormat(latin(locale), { ...style, timeZone: "UTC" })
      .formatToParts(time)
      .flatMap(({ type, value }) => (type === part ? [plainText(value, locale).replace(/\.$/, "")] : [])),
  );
  return [...new Set(names)].filter((name) => name.length > 1);
}

function shiftsOf(locale: string): Shift[] {
  const format = new Intl.RelativeTimeFormat(latin(locale), { numeric: "auto" });
  const shifts = ([-2, -1, 0, 1, 2] as const).flatMap((by) =>
    (["day", "month", "year"] as const).map((unit) => ({
      words: plainText(format.format(by, unit), locale),
      unit,
      by,
    })),
  );
  // One word for two days, as in Hindi, says neither; in digits it is no word.
  const isClear = ({ words }: Shift) =>
    !/\d/.test(words) && !MORNING.has(words) && shifts.filter((other) => other.words === words).length === 1;
  return [...shifts.filter(isClear), ...furtherShifts(locale)].sort(
    (one, other) => other.words.length - one.words.length,
  );
}

/** They mean tomorrow too. */
const MORNING = new Set(["morgen", "mañana"]);

function furtherShifts(locale: string): Shift[] {
  const times = languageFor(languageOf(locale))?.memory.times;
  if (times === undefined) return [];
  const { yesterday, lastYear, lastSpring, lastSummer, lastAutumn } = times;
  const all = { day: yesterday, year: lastYear, spring: lastSpring, summer: lastSummer, autumn: lastAutumn };
  return (["day", "year", "spring", "summer", "autumn"] as const).flatMap((unit) =>
    all[unit].map((words) => ({ words, unit, by: -1 })),
  );
}

const latin = (locale: string): string =>
  new Intl.Locale(locale, { numberingSystem: "latn", calendar: "gregory" }).toString();

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** As words of their own, where the script parts words. */
function has(plain: string, words: readonly string[]): boolean {
  return words.some((each) => {
    const isApart = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(each);
    const [before, after] = isApart ? ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"] : ["", ""];
    return new RegExp(`${before}${escaped(each)}${after}`, "u").test(plain);
  });
}
