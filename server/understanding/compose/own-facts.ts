import { ageOn } from "#shared/pet-profile.ts";
import { animalOf } from "../languages/animals.ts";
import { capitalize, sayOneOf } from "./choose-phrase.ts";
import { join } from "./say-piece.ts";
import { isMourned, type Voice } from "./voice.ts";

export function sayKind(voice: Voice): string {
  const { scene, language } = voice;
  const { phrases } = language.ownFacts;
  const species = (scene.pet.species ?? "").trim();
  if (species === "") return sayOneOf(voice.phrases.unknown, voice);
  const name = nameOfAnimal(species, voice);
  if (name === undefined) return sayOneOf(phrases.kindElse, voice, { kind: species });
  const isThat = scene.meaning?.isThatAnimal ?? null;
  return sayOneOf(isThat === null ? phrases.kind : isThat ? phrases.is : phrases.isNot, voice, { kind: name });
}

/** Null where the owner did not say. */
export function kindInWords(voice: Voice): string | null {
  const species = (voice.scene.pet.species ?? "").trim();
  return species === "" ? null : (nameOfAnimal(species, voice) ?? species);
}

function nameOfAnimal(species: string, { language, locale }: Voice): string | undefined {
  const own = animalOf(species, locale);
  return Object.entries(language.ownFacts.animals).find(([animal]) => animal === own)?.[1].name;
}

export const sayBirthday = (voice: Voice): string => sayAge(voice, true) || sayOneOf(voice.phrases.unknown, voice);

/** The diary may tell an age of long ago; empty for a pet that has died. */
export const sayAgeNow = (voice: Voice): string => sayAge(voice, false);

function sayAge(voice: Voice, withDate: boolean): string {
  const { scene, language, locale } = voice;
  const { today, pet } = scene;
  const { phrases } = language.ownFacts;
  const birthday = pet.birthday ?? null;
  const age = birthday === null || today === undefined ? null : ageInWords(today, birthday, voice);
  if (birthday === null || today === undefined || age === null) return "";
  const date = dateInWords(birthday, locale);
  if (isMourned(voice)) return withDate ? sayOneOf(phrases.bornOnly, voice, { date }) : "";
  const isToday = today.slice(5) === birthday.slice(5);
  return join(
    [
      withDate ? sayOneOf(phrases.born, voice, { date, age }) : sayOneOf(phrases.age, voice, { age }),
      isToday ? sayOneOf(phrases.birthdayToday, voice) : "",
    ],
    voice,
  );
}

/** Such as 'March 14, 2019' for '2019-03-14'. */
export const dateInWords = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** By the clock of the person; where that is not known, it says so. */
export function sayMoment(style: "day" | "time", voice: Voice): string {
  const { moment } = voice.scene;
  if (moment === undefined || moment.timeZone === null) return sayOneOf(voice.phrases.unknownElse, voice);
  const { now, timeZone } = moment;
  const format = style === "day" ? ({ dateStyle: "full" } as const) : ({ timeStyle: "short" } as const);
  const said = new Intl.DateTimeFormat(voice.locale, { ...format, timeZone }).format(now).replace(/\u202f/gu, " ");
  return `${capitalize(said)}${said.endsWith(".") ? "" : voice.writing.fullStop}`;
}

export function sayOfTalk(about: "readers" | "cost" | "leaving", voice: Voice): string {
  const { phrases } = voice.language.ownFacts;
  const isPassing = about === "readers" && voice.scene.isPassing === true;
  return sayOneOf(isPassing ? phrases.readersOfPassing : phrases[about], voice);
}

const MS_A_DAY = 86_400_000;

/** Years, months below two years, days in the first month; null before the birth. */
export function ageInWords(today: string, birthday: string, { language, locale }: Voice): string | null {
  const age = ageOn(today, birthday);
  if (age === null) return null;
  const { years } = language.ownFacts;
  const months = age.years * 12 + age.months;
  if (age.years >= 2 && years !== undefined) return years.replace("{count}", String(age.years));
  if (age.years >= 2) return counted(age.years, "year", locale);
  if (months > 0) return counted(months, "month", locale);
  return counted(Math.round((Date.parse(today) - Date.parse(birthday)) / MS_A_DAY), "day", locale);
}

const counted = (count: number, unit: "year" | "month" | "day", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
