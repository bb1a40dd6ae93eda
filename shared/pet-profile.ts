import { z } from "zod";
import { optionalText } from "./api/common.ts";
import { limits } from "./limits.ts";

/** The setup offers these; any other word may be typed in. */
export const COMMON_SPECIES = ["dog", "cat", "rabbit", "bird", "horse", "guinea pig", "tortoise"] as const;

export const DEFAULT_PET_NAME = "your pet";

/** The oldest tortoise known was born about 1832. */
const FIRST_BIRTHDAY = "1800-01-01";

const birthday = z.iso
  .date("Please enter a birthday as year, month and day")
  .refine((day) => day >= FIRST_BIRTHDAY, "Please enter a birthday after 1800")
  .refine((day) => day <= lastToday(), "A birthday can't be in the future");

/** The day on which a pet died. */
export const dayOfDeath = z.iso
  .date("Please enter the day as year, month and day")
  .refine((day) => day >= FIRST_BIRTHDAY, "Please enter a day after 1800")
  .refine((day) => day <= lastToday(), "This day can't be in the future")
  .meta({ examples: ["2026-03-01"] });

/** In the easternmost time zone (UTC+14), so that a birthday of today is accepted everywhere. */
export const lastToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/**
 * Null where the owner did not say. What is added here reaches the API, the archive, the character card and the
 * readable exports; CONTRIBUTING.md has the rest of the recipe.
 */
export const petProfile = z.object({
  species: optionalText("Species", limits.species)
    .meta({ examples: ["dog"] })
    .nullable()
    .transform((word) => word || null)
    .pipe(z.string().nullable()),
  birthday: birthday.nullable(),
});
export type PetProfile = z.output<typeof petProfile>;

/** For the setup, and for archives made before there was a profile. */
export const petProfileFields = petProfile.partial();
export type PetProfileFields = z.output<typeof petProfileFields>;

/** A line for each known part, for people to read. */
export function profileLines({
  species,
  birthday,
  diedOn,
}: PetProfileFields & { diedOn?: string | null | undefined }): string[] {
  return [species && `Species: ${species}`, birthday && `Birthday: ${birthday}`, diedOn && `Died: ${diedOn}`].filter(
    (line) => typeof line === "string",
  );
}

interface Age {
  years: number;
  /** 0 to 11. */
  months: number;
}

/** Both days as '2026-05-04'; null before the birthday. */
export function ageOn(day: string, birthday: string): Age | null {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const [bornYear = 0, bornMonth = 0, bornDate = 0] = birthday.split("-").map(Number);
  const months = (year - bornYear) * 12 + (month - bornMonth) - (date < bornDate ? 1 : 0);
  return months < 0 ? null : { years: Math.floor(months / 12), months: months % 12 };
}
