import type { MemoryKind } from "#shared/api/memory.ts";
import { languagesOf, slotOf } from "./memorable.ts";
import { memoryPatterns, plainSpelling, smallLetters } from "./memory-patterns.ts";
import { understand } from "./question.ts";

/** What a memory tells of, beside its words. */
interface MemoryTopic {
  kind: MemoryKind;
  text: string;
  isDated: boolean;
}

/** How well what a memory tells of fits what a person asks of themselves: a place for 'where', a relative for 'who'. 0 where nothing fits. */
export function fitFor(question: string, locale: string): (topic: MemoryTopic) => number {
  const { askedFor, wants, wantsName, likes } = understand(question, locale);
  const ofRelative = namesRelative(question, locale);
  const slot = slotOf(question, locale);
  return ({ kind, text, isDated }) => {
    const own = slotOf(text, locale);
    const fits = [
      slot !== null && own === slot,
      askedFor.has("where") && (kind === "place" || own === "home" || tells(text, locale, "home")),
      (askedFor.has("when") || wants.has("time")) && (kind === "event" || isDated || own === "birthday"),
      (askedFor.has("who") || wantsName) && (kind === "person" || own === "name" || tells(text, locale, "name")),
      likes !== null && (kind === "preference" || own === "favorite"),
      ofRelative && namesRelative(text, locale),
    ];
    return fits.filter(Boolean).length;
  };
}

const tells = (text: string, locale: string, relation: "home" | "name"): boolean =>
  languagesOf(text, locale).some((language) =>
    memoryPatterns(language).relations[relation].test(smallLetters(plainSpelling(text))),
  );

const namesRelative = (text: string, locale: string): boolean =>
  languagesOf(text, locale).some((language) =>
    memoryPatterns(language).relative.test(smallLetters(plainSpelling(text))),
  );
