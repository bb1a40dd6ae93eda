import { LRUCache } from "lru-cache";
import { type Fact, type Labels, labeledFacts } from "./labels-schema.ts";
import { type Language, languageFor, languageOf, languages } from "./languages.ts";
import { labelOf } from "./table-lines.ts";

/** 'wiegst schwer' for 'Weight: 4.2 kg'; empty without a known label. */
export const wordsOfLabel = (line: string, locale: string): string => {
  const words = wordsFor(line, locale)?.asked ?? [];
  return [...words, ...vetWords(line, locale)].join(" ");
};

/** 'number', 'next', 'take': tell nothing by themselves. */
export const wordsBesideLabel = (line: string, locale: string): string =>
  wordsFor(line, locale)?.alsoAsked.join(" ") ?? "";

/** 'Next appointment: 3 May with Dr. Keller' tells who the vet is. */
const vetWords = (line: string, locale: string): readonly string[] =>
  doctorIn(line) === null || !ofVisit.has(labeledFact(line, locale))
    ? []
    : (languageFor(locale)?.labels.vet.asked ?? []);

const ofVisit: ReadonlySet<Fact | null> = new Set<Fact>([
  "appointment",
  "visit",
  "vaccinations",
  "diagnosis",
  "medicine",
]);

/** 'Dr. Anna Keller'; null where a line names none, or in a script without capitals. */
export const doctorIn = (line: string): string | null => DOCTOR.exec(line)?.[0].trim() ?? null;

const DOCTOR =
  /(?<![\p{L}\p{M}])(?:Dr|Dra|Drs|Dott|Dr\.ssa|Dott\.ssa|Д-р)\.?\s+(?:(?:med|vet)\.?\s+)*(?:\p{Lu}\.\s*)*\p{Lu}[\p{L}\p{M}'’-]+(?:\s+(?:von\s+|van\s+|de\s+)?\p{Lu}[\p{L}\p{M}'’-]+){0,2}/u;

function wordsFor(line: string, locale: string): Labels[Fact] | undefined {
  const fact = labeledFact(line, locale);
  return fact === null ? undefined : languageFor(locale)?.labels[fact];
}

function labeledFact(line: string, locale: string): Fact | null {
  const label = labelOf(line);
  return label === null ? null : factOf(label, languageOf(locale));
}

export const wordsOfLabels = (text: string, locale: string): string =>
  text
    .split("\n")
    .map((line) => wordsOfLabel(line, locale))
    .filter((words) => words !== "")
    .join(" ");

function factOf(label: string, code: string): Fact | null {
  const place = `${code}\n${label}`;
  const cached = facts.get(place);
  if (cached !== undefined) return cached.fact;
  const plain = plainLabel(label);
  const own = languages.filter((language) => language.code === code);
  const fact =
    [...own, ...languages].map((language) => factIn(plain, language)).find((found) => found !== null) ?? null;
  facts.set(place, { fact });
  return fact;
}

/** Of 'next visit' and 'visit' the longer one is meant. */
function factIn(label: string, { labels, writing }: Language): Fact | null {
  let longest = 0;
  let fact: Fact | null = null;
  for (const each of labeledFacts)
    for (const name of labels[each].on.map(plainLabel)) {
      const isHeld = writing.spaced ? ` ${label} `.includes(` ${name} `) : label.includes(name);
      if (isHeld && name.length > longest) [longest, fact] = [name.length, each];
    }
  return fact;
}

const facts = new LRUCache<string, { fact: Fact | null }>({ max: 1_000 });

/** 'Chip-Nr.' and 'chip nr' are one. */
const plainLabel = (label: string): string =>
  label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[(（][^)）]*[)）]?/g, " ")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
