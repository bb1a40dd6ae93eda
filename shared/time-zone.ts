import { z } from "zod";

/** An IANA name. Shifts such as '+02:00' are none: databases read their sign the other way. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZone = z
  .string("Please choose a time zone")
  .max(100, "That is no time zone")
  .refine(isTimeZone, "That is no time zone")
  .meta({ examples: ["America/Los_Angeles"] });

/** An unknown zone is left out, because nobody is refused for their browser's sake. */
export const deviceTimeZone = timeZone.optional().catch(undefined);

/** There are some 600 names, but each may be written in any case. */
const MOST_FORMATS = 1_000;

/** A format is kept for each time zone, because making one takes as long as a hundred dates. */
export function formatByZone(options: Intl.DateTimeFormatOptions, locale: string) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (moment: Date, timeZone: string): string => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(timeZone, format);
    return format.format(moment);
  };
}

// Swedes write dates this way.
const isoDay = formatByZone({ dateStyle: "short" }, "sv-SE");

/** Such as 2026-05-04; null is UTC. */
export const dayIn = (timeZone: string | null, moment = new Date()): string => isoDay(moment, timeZone ?? "UTC");
