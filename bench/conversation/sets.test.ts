import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { languages } from "#server/understanding/languages/languages.ts";
import { type ConversationSet, conversationSet } from "./set-format.ts";

const folder = path.join(import.meta.dirname, "sets");
const read = (language: string, half: string): ConversationSet =>
  conversationSet.parse(JSON.parse(readFileSync(path.join(folder, language, `${half}.json`), "utf8")));

describe("the sets of conversations", () => {
  it("are there in every language, and in no other", () => {
    expect(readdirSync(folder).sort()).toEqual(languages.map(({ code }) => code).sort());
  });

  it.each(languages)("can be used in $code", ({ code }) => {
    expect([...problemsOf(read(code, "seen")), ...problemsOf(read(code, "unseen"))]).toEqual([]);
  });

  it.each(languages)("share nothing between the halves in $code", ({ code }) => {
    const said = (half: string) => {
      const { pets, far, people, documents, unanswerable } = read(code, half);
      const asked = [far, people, documents, unanswerable].flatMap((items) => items.map(({ ask }) => ask));
      return [...pets.map(({ name }) => name), ...asked];
    };
    const seen = new Set(said("seen"));
    expect(said("unseen").filter((words) => seen.has(words))).toEqual([]);
  });
});

const keys = new Set(seededQuestions.map(({ key }) => key));
const plain = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");

/** Mistakes that the format can't catch: unknown ids, facts that their source does not contain, duplicates. */
function problemsOf(set: ConversationSet): string[] {
  const found: string[] = [];
  const materials = new Map<string, Map<string, string>>();
  for (const pet of set.pets) {
    const texts = new Map<string, string>();
    for (const entry of pet.diary) {
      if (texts.has(entry.id)) found.push(`${pet.id}: ${entry.id} twice`);
      if (entry.seed !== undefined && !keys.has(entry.seed)) found.push(`${pet.id}: no seeded question ${entry.seed}`);
      texts.set(entry.id, plain(entry.answer));
    }
    for (const document of pet.documents) {
      if (texts.has(document.id)) found.push(`${pet.id}: ${document.id} twice`);
      texts.set(document.id, plain(document.pages.join(" ")));
    }
    if (materials.has(pet.id)) found.push(`pet ${pet.id} twice`);
    materials.set(pet.id, texts);
  }
  const said = new Set<string>();
  const check = (where: string, petId: string, words: string, source?: string | null, facts?: string[][]) => {
    const texts = materials.get(petId);
    if (texts === undefined) return found.push(`${where}: no pet ${petId}`);
    const key = `${petId} ${where.split(" ")[0]} ${words}`;
    if (words !== "" && !where.startsWith("talks") && said.has(key)) found.push(`${where}: twice: ${words}`);
    said.add(key);
    if (source === undefined || source === null) return undefined;
    const text = texts.get(source);
    if (text === undefined) return found.push(`${where}: ${petId} has no ${source}`);
    for (const group of facts ?? [])
      if (!group.some((fact) => text.includes(plain(fact))))
        found.push(`${where}: none of [${group.join(" | ")}] stands in ${source}`);
    return undefined;
  };
  for (const kind of ["far", "people", "documents", "followUps"] as const)
    for (const [place, item] of set[kind].entries())
      check(`${kind} ${place}`, item.pet, item.ask, item.source, item.facts);
  set.ambiguous.forEach((item, place) => {
    for (const source of item.sources) check(`ambiguous${source} ${place}`, item.pet, item.ask, source);
  });
  for (const kind of ["unanswerable", "care"] as const)
    for (const [place, item] of set[kind].entries()) check(`${kind} ${place}`, item.pet, item.ask);
  for (const kind of ["feelings", "smallTalk", "emergencies", "harmless"] as const)
    for (const [place, item] of set[kind].entries()) check(`${kind} ${place}`, item.pet, item.say);
  set.talks.forEach(({ pet, turns }, place) => {
    turns.forEach((turn, number) => {
      check(`talks ${place}.${number}`, pet, turn.say, turn.source, turn.facts);
      if (!turn.expect && turn.source === undefined && !turn.must && !turn.never)
        found.push(`talks ${place}.${number}: no rule`);
    });
  });
  return found;
}
