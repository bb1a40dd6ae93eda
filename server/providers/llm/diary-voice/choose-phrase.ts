import type { Scene } from "../llm.ts";
import { segmenter } from "./words.ts";

interface Quote {
  text?: string;
  name?: string;
  page?: number | null;
}

/**
 * One phrasing, filled in: by a hash of question and turn, so that the same scene is answered the same, among those
 * that repeat the least of what was said last.
 */
export function sayOneOf(phrasings: readonly string[], scene: Scene, quote: Quote = {}): string {
  const named = scene.ownerName.trim() === "" ? phrasings.filter((phrasing) => !phrasing.includes("{person}")) : [];
  const possible = named.length > 0 ? named : phrasings;
  const costs = possible.map((phrasing) => repetition(phrasing, scene));
  const least = Math.min(...costs);
  const fresh = possible.filter((_, index) => costs[index] === least);
  const chosen = fresh[hash(`${scene.turns.length}\n${scene.question}`) % fresh.length] ?? "";
  return fill(chosen, scene, (name) => String(quote[name] ?? ""));
}

/** In the newest replies first: a sentence of the last one costs more than all of those before. */
const looksBack = [100, 10, 1];
/** All of a phrasing again is worse than any sentence that several phrasings share. */
const wholly = 1000;

function repetition(phrasing: string, scene: Scene): number {
  const replies = scene.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const sentences = sentencesOf(
    fill(phrasing, scene, () => hole),
    scene.pet.language,
  );
  let cost = 0;
  for (const [back, weight] of looksBack.entries()) {
    const reply = replies.at(-1 - back);
    if (reply === undefined) break;
    const repeated = sentences.filter((sentence) => reply.includes(sentence)).length;
    cost += weight * (repeated > 0 && repeated === sentences.length ? wholly : repeated);
  }
  return cost;
}

/** Stands where something is quoted; no owner's words hold it, since PostgreSQL stores none. */
const hole = "\0";

function sentencesOf(phrasing: string, locale: string): string[] {
  return phrasing
    .split(hole)
    .flatMap((part) => [...segmenter(locale, "sentence").segment(part)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** In one pass, so that nothing quoted is filled in again. */
function fill(phrasing: string, { pet, ownerName }: Scene, quoted: (name: "text" | "name" | "page") => string): string {
  return phrasing.replace(/\{(pet|person|text|name|page)\}/g, (whole, name: string) => {
    if (name === "pet") return pet.name;
    if (name === "person") return ownerName;
    return name === "text" || name === "name" || name === "page" ? quoted(name) : whole;
  });
}

/** FNV-1a, 32 bits; the last step mixes its weak low bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
