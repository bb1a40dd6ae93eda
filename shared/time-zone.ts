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

/** Such as 2026-05-04; null is UTC. */
export const dayIn = (timeZone: string | null, moment = new Date()): string =>
  // Swedes write dates this way.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: timeZone ?? "UTC" }).format(moment);
