import type { Scene } from "../compose/scene.ts";
import { animalNames, animalOf, plain } from "../languages/animals.ts";
import type { Language } from "../languages/languages.ts";
import { sourceOf } from "./wordings.ts";

/** In characters: longer messages ask for more than one fact. */
const LONGEST = 120;

/** What is told of the talk itself and of the voice, whatever the pet is. */
const plainFacts = ["day", "time", "readers", "cost", "leaving"] as const;
export type PlainFact = (typeof plainFacts)[number];

export type OwnFact = { act: "whatAnimal"; isThatAnimal: boolean | null } | { act: "birthday" | PlainFact };

/** Null where something else is asked, or the owner has not said. */
export function ownFactIn(message: string, pet: Scene["pet"], language: Language): OwnFact | null {
  if (message.length > LONGEST) return null;
  const plainMessage = plain(message, language);
  const { birthday: born = null } = pet;
  const species = (pet.species ?? "").trim();
  const { whether, kind, birthday, plainFacts: byFact } = patternsOf(language);
  const isAny = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(plainMessage));
  const told = plainFacts.find((fact) => isAny(byFact[fact]));
  if (told !== undefined) return { act: told };
  if (born !== null && isAny(birthday)) return { act: "birthday" };
  if (species === "") return null;
  const names = whether.map((pattern) => pattern.exec(plainMessage)?.slice(1)).find((found) => found !== undefined);
  if (names !== undefined) return { act: "whatAnimal", isThatAnimal: isOneOf(names, pet, language) };
  return isAny(kind) ? { act: "whatAnimal", isThatAnimal: null } : null;
}

function isOneOf(names: readonly (string | undefined)[], pet: Scene["pet"], language: Language): boolean | null {
  const [named, other] = names.filter((name) => name !== undefined);
  if (named === undefined || other !== undefined) return null;
  const species = pet.species ?? "";
  const own = animalOf(species, pet.language);
  if (own !== null) return animalNames(language).get(named) === own;
  return named === plain(species, language) ? true : null;
}

interface Patterns {
  whether: RegExp[];
  kind: RegExp[];
  birthday: RegExp[];
  plainFacts: Record<PlainFact, RegExp[]>;
}

const compiled = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const cached = compiled.get(language);
  if (cached !== undefined) return cached;
  const { askWhether, askKind, askBirthday, before, after, ...asks } = language.ownFacts;
  const names = [...animalNames(language).keys()].toSorted((one, other) => other.length - one.length).join("|");
  const space = language.writing.spaced ? " " : "";
  const around = (list: readonly string[]) => list.map((words) => plain(words, language)).join("|") || "(?!)";
  const whole = (pattern: string) => {
    const source = sourceOf(pattern, `(${names})`, language);
    return new RegExp(`^(?:(?:${around(before)})${space})*(?:${source})(?:${space}(?:${around(after)}))*$`, "u");
  };
  const made = {
    whether: askWhether.map(whole),
    kind: askKind.map(whole),
    birthday: askBirthday.map(whole),
    plainFacts: {
      ...{ day: asks.askDay.map(whole), time: asks.askTime.map(whole), readers: asks.askReaders.map(whole) },
      ...{ cost: asks.askCost.map(whole), leaving: asks.askLeaving.map(whole) },
    },
  };
  compiled.set(language, made);
  return made;
}
