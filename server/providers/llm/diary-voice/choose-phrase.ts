import type { Scene } from "../llm.ts";
import { segmenter } from "./words.ts";

interface Quote {
  text?: string;
  name?: string;
  page?: number | null;
}

/**
 * Picks one of the phrasings and fills it in. Those that repeat the least of the last replies are preferred; among them a
 * hash of question and turn decides, so that the same scene gets the same answer.
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

/** What a repeated sentence costs, by how long ago it was said: in the last reply, the one before, and so on. */
const repetitionCosts = [100, 10, 1];
/** The cost of a whole phrasing said again, higher than that of any sentence that several phrasings share. */
const wholeRepetitionCost = 1000;

function repetition(phrasing: string, scene: Scene): number {
  const replies = scene.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const sentences = sentencesOf(
    fill(phrasing, scene, () => placeholder),
    scene.pet.language,
  );
  let cost = 0;
  for (const [back, weight] of repetitionCosts.entries()) {
    const reply = replies.at(-1 - back);
    if (reply === undefined) break;
    const repeated = sentences.filter((sentence) => reply.includes(sentence)).length;
    cost += weight * (repeated > 0 && repeated === sentences.length ? wholeRepetitionCost : repeated);
  }
  return cost;
}

/** Stands in a phrasing where something is quoted. No owner's text contains it, as PostgreSQL can't store it. */
const placeholder = "\0";

function sentencesOf(phrasing: string, locale: string): string[] {
  return phrasing
    .split(placeholder)
    .flatMap((part) => [...segmenter(locale, "sentence").segment(part)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** In one pass, so that braces in a quoted text are not filled in. */
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
