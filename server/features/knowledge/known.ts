import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import type { DiaryEntry } from "#server/understanding/retrieval/retrieval.ts";
import type { Source } from "#shared/api/chat.ts";
import type * as queries from "./queries.ts";
import type { RankedSources } from "./worth-telling.ts";

export type PassageSource = Extract<Source, { kind: "document" }>;
export type FoundPassage = Awaited<ReturnType<typeof queries.findPassages>>[number];
export type ReadPassage = Omit<FoundPassage, "ordinal">;
export type ReadPassages = (ids: readonly string[]) => Promise<readonly ReadPassage[]>;

export interface KnownSource {
  evidence: Evidence;
  source: Source;
}

/** A passage is weighed, quoted and offered to a model. */
export function readingOnce(read: ReadPassages): ReadPassages {
  const known = new Map<string, ReadPassage>();
  return async (ids) => {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) for (const passage of await read(missing)) known.set(passage.id, passage);
    return ids.flatMap((id) => known.get(id) ?? []);
  };
}

export async function readKnown(
  { diary, readPassages }: { diary: readonly DiaryEntry[]; readPassages: ReadPassages },
  ids: readonly string[],
  ranked: RankedSources = [],
): Promise<KnownSource[]> {
  const entries = new Map(diary.map((entry) => [entry.id, entry]));
  const passages = await readPassages(ids.filter((id) => !entries.has(id)));
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    const focus = ranked.find((each) => each.id === id)?.focus ?? null;
    if (entry !== undefined) return knownEntry(entry, focus);
    const passage = passages.find((found) => found.id === id);
    return passage === undefined ? [] : knownPassage(passage, focus);
  });
}

const knownEntry = ({ key, question, answer }: DiaryEntry, focus: number | null): KnownSource => ({
  evidence: { kind: "diary", about: question, text: answer, page: null, key: key ?? null, focus },
  source: { kind: "diary", filename: "Pet diary", question, answer },
});

const knownPassage = (passage: ReadPassage, focus: number | null): KnownSource => ({
  evidence: { kind: "document", about: passage.document, text: passage.text, page: passage.page, focus },
  source: passageSource(passage),
});

export const passageSource = ({ document, documentId, page, text }: ReadPassage): PassageSource => ({
  kind: "document",
  filename: document,
  documentId,
  page,
  passage: text,
});
