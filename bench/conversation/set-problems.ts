import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import type { ConversationSet } from "./set-format.ts";

const keys = new Set(seededQuestions.map(({ key }) => key));
const plain = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");

/** Mistakes that the format can't catch: unknown ids, facts that their source does not contain, duplicates. */
export function problemsOf(set: ConversationSet): string[] {
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
