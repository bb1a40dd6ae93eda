import { languageFor } from "../languages/languages.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { Voice } from "./voice.ts";

/** A seeded question's topic, else the name or the owner's question in quotation marks. */
export function topicOf(piece: Evidence, voice: Voice): string {
  const seeded = seededWording(piece, voice.locale);
  if (seeded !== null) return seeded.topic;
  const [opening, closing] = voice.writing.quotationMarks;
  return opening + nameOf(piece) + closing;
}

export const hasTopic = (piece: Evidence, { locale }: Voice): boolean => seededWording(piece, locale) !== null;

export function choiceOf(piece: Evidence, voice: Voice): { label: string; question: string } {
  const seeded = seededWording(piece, voice.locale);
  const label = seeded?.topic ?? nameOf(piece);
  if (piece.kind === "diary") return { label, question: seeded?.question ?? piece.about };
  return { label, question: `${voice.question} (${label})` };
}

const LONGEST_NAME = 90;

/** A document's name without its ending, with spaces between the words, to be said aloud. */
export function nameOf({ kind, about }: Evidence): string {
  const bare = kind === "document" ? about.replace(/\.[a-z]{3,4}$/i, "").replaceAll("_", " ") : about;
  // Hyphens within a date or a number stay.
  const name = kind !== "document" || bare.includes(" ") ? bare : bare.replace(/(?<=\p{L})-|-(?=\p{L})/gu, " ");
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME).trimEnd()}…`.toWellFormed();
}

/** Null also for seeded questions that an administrator reworded. */
function seededWording({ kind, key, about }: Evidence, locale: string): { question: string; topic: string } | null {
  if (kind !== "diary" || key === undefined || key === null) return null;
  const wordings = [locale, "en"].map((code) => {
    const known = languageFor(code)?.diaryQuestions ?? {};
    return Object.hasOwn(known, key) ? known[key] : undefined;
  });
  return (wordings.some((wording) => wording?.question === about) && wordings[0]) || null;
}
