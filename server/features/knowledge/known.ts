import type { Turn } from "#server/understanding/chat-turn.ts";
import { type Evidence, entrySource } from "#server/understanding/retrieval/evidence.ts";
import type { DiaryEntry } from "#server/understanding/retrieval/retrieval.ts";
import type { Source } from "#shared/api/chat.ts";
import type { DatePrecision } from "#shared/api/memory.ts";
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
    const { focus = null, isDirect = false } = ranked.find((each) => each.id === id) ?? {};
    if (entry !== undefined) return knownEntry(entry, { focus, isDirect });
    const passage = passages.find((found) => found.id === id);
    return passage === undefined ? [] : knownPassage(passage, focus);
  });
}

function knownEntry(entry: DiaryEntry, found: Pick<Evidence, "focus" | "isDirect">): KnownSource {
  const { key, question, answer, isMemory = false, author = null } = entry;
  const named = isMemory
    ? { kind: "memory" as const, about: beginningOf(answer) }
    : { kind: "diary" as const, about: question };
  const whose = author === null ? {} : { author };
  return {
    evidence: { ...named, ...whose, text: answer, page: null, key: key ?? null, ...found },
    source: entrySource(entry),
  };
}

const LONGEST_NAME = 60;

/** By which the pet asks whether it is meant. */
function beginningOf(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  return `${text.slice(0, LONGEST_NAME).replace(/\s+\S*$/u, "")}…`.toWellFormed();
}

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

interface PetMemory {
  id: string;
  text: string;
  happenedOn: string | null;
  precision: DatePrecision | null;
  author?: string | null;
}

/** A memory of the pet's life is told as an answer of the diary is; its day, month or year is said with it. */
export function memoryEntry({ id, text, happenedOn, precision, author }: PetMemory, locale: string): DiaryEntry {
  const entry = { id, key: null, question: "", isMemory: true, ...(author ? { author } : {}) };
  if (happenedOn === null || precision === null) return { ...entry, answer: text };
  const written = new Intl.DateTimeFormat(locale, { ...dateParts[precision], timeZone: "UTC" });
  const [, words = text, stop = ""] = /^(.*?)([.。।]?)\s*$/su.exec(text) ?? [];
  return { ...entry, answer: `${words} (${written.format(new Date(happenedOn))})${stop}` };
}

const dateParts = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  day: { year: "numeric", month: "long", day: "numeric" },
} as const;

/** What the last reply with sources was taken from. */
export function lastSources(
  turns: readonly Turn[],
  diary: readonly DiaryEntry[],
  passages: readonly ReadPassage[],
): { id: string; documentId: string | null }[] {
  const last = turns.findLast(({ role, sources }) => role === "assistant" && (sources?.length ?? 0) > 0);
  return (last?.sources ?? []).map((source) => {
    if (source.kind === "diary")
      return { id: diary.find(({ answer }) => answer === source.answer)?.id ?? "", documentId: null };
    if (source.kind === "memory") return { id: source.memoryId, documentId: null };
    const { documentId, passage } = source;
    return {
      id: passages.find((each) => each.documentId === documentId && each.text === passage)?.id ?? "",
      documentId,
    };
  });
}
