import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Library, prepareQuery } from "#server/features/knowledge/knowledge.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { languageOf } from "#server/understanding/languages/languages.ts";
import type { EvidenceFeatures } from "#server/understanding/retrieval/features.ts";
import { type ConversationSet, conversationSet } from "../bench/conversation/set-format.ts";
import { libraryOf } from "../bench/conversation/speaker.ts";

/** A file of bench/diaries. */
const diaryFile = z.object({
  language: z.string(),
  pet: z.string(),
  answers: z.record(z.string(), z.string()),
  asked: z.array(z.object({ key: z.string(), question: z.string() })),
  unknown: z.array(z.string()),
});

/** A question with what the scale knows of it. */
export interface Example {
  kind: string;
  language: string;
  /** How much it counts in the fit. */
  weight: number;
  features: EvidenceFeatures;
  /** By candidate: the entry or document that it is of, and whether it answers the question. */
  sources: string[];
  answers: boolean[];
  /** The entry or document that answers it; null where none does. */
  source: string | null;
}

/**
 * How much the examples of a kind count. Questions after an unrelated turn, and those whose source was taken away, repeat
 * others; the diaries' own questions are many.
 */
const weights = {
  ...{ asked: 1, afterUnanswered: 0.3, afterOther: 0.3, unknownAfterOther: 0.4 },
  ...{ taken: 0.35, takenDocument: 0.2 },
} as const;
const diaryWeights = { asked: 1, unknown: 1.5 } as const;

type Pet = ConversationSet["pets"][number];
interface Asked {
  kind: string;
  pet: string;
  ask: string;
  source: string | null;
  facts: string[][];
  before: string[];
  /** The source of the reply before. */
  last: string | null;
  weight: number;
}

/** The questions of the seen half of each language, and of bench/diaries. */
export async function readExamples(languages: readonly string[] | undefined): Promise<Example[]> {
  const examples: Example[] = [];
  const folder = path.join(import.meta.dirname, "../bench/conversation/sets");
  for (const language of readdirSync(folder).sort()) {
    if (languages !== undefined && !languages.includes(language)) continue;
    const set = conversationSet.parse(readJson(path.join(folder, language, "seen.json")));
    examples.push(...(await examplesOfSet(set, language)));
    for (const { pet, locale, items } of readDiaries(language)) {
      const { library } = libraryOf(pet, locale);
      for (const item of items) examples.push(...(await exampleOf(library, pet, language, item)));
    }
  }
  return examples;
}

/** The diaries of a language under bench/diaries, each with a pet that has nothing else. */
function readDiaries(language: string) {
  const folder = path.join(import.meta.dirname, "../bench/diaries");
  const files = readdirSync(folder).map((name) => diaryFile.parse(readJson(path.join(folder, name))));
  return files
    .filter((file) => languageOf(file.language) === language)
    .map(({ language: locale, pet: name, answers, asked, unknown }) => {
      const diary = Object.entries(answers).map(([seed, answer]) => ({ id: seed, seed, answer }));
      const about = { id: "pet", name, species: "other" as const, birthday: null, personality: "", person: "" };
      const item = { pet: "pet", facts: [], before: [], last: null };
      const items: Asked[] = [
        ...asked.map(({ key, question }) => ({
          ...{ ...item, kind: "diary", ask: question, source: key, weight: diaryWeights.asked },
        })),
        ...unknown.map((ask) => ({
          ...{ ...item, kind: "diary, unknown", ask, source: null, weight: diaryWeights.unknown },
        })),
      ];
      return { pet: { ...about, diary, documents: [] }, locale, items };
    });
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

async function examplesOfSet(set: ConversationSet, language: string): Promise<Example[]> {
  const kinds = { far: set.far, people: set.people, documents: set.documents };
  const single = [
    ...Object.entries(kinds).flatMap(([kind, items]) => items.map((item) => ({ kind, ...item }))),
    ...set.unanswerable.map((item) => ({ kind: "unanswerable", ...item, source: null, facts: [] })),
  ].map((item): Asked => ({ ...item, before: [], last: null, weight: weights.asked }));
  // The question before may have found no answer.
  const followUps = set.followUps.flatMap((item): Asked[] => [
    { kind: "followUps", ...item, last: item.source, weight: weights.asked },
    { kind: "followUps, after none", ...item, last: null, weight: weights.afterUnanswered },
  ]);
  const examples: Example[] = [];
  for (const pet of set.pets) {
    const { library } = libraryOf(pet, set.locale);
    const own = single.filter((item) => item.pet === pet.id);
    const asked = [
      ...own,
      ...followUps.filter((item) => item.pet === pet.id),
      ...own.flatMap((item, at) => afterOther(item, own, at)),
    ];
    for (const item of asked) examples.push(...(await exampleOf(library, pet, language, item)));
    for (const item of own) examples.push(...(await withoutSource(pet, set.locale, language, item)));
  }
  return examples;
}

/** The question after one about something else, from which it does not go on. */
function afterOther(item: Asked, all: readonly Asked[], at: number): Asked[] {
  const others = all.filter(({ source }) => source !== null && source !== item.source);
  const other = others[(at * 7) % Math.max(1, others.length)];
  if (other === undefined) return [];
  const weight = item.source === null ? weights.unknownAfterOther : weights.afterOther;
  return [{ ...item, kind: `${item.kind}, after another`, before: [other.ask], last: other.source, weight }];
}

/** The question to a pet that lacks what would answer it. */
async function withoutSource(pet: Pet, locale: string, language: string, item: Asked): Promise<Example[]> {
  if (item.source === null) return [];
  const poorer = {
    ...pet,
    diary: pet.diary.filter(({ id }) => id !== item.source),
    documents: pet.documents.filter(({ id }) => id !== item.source),
  };
  const weight = item.kind === "documents" ? weights.takenDocument : weights.taken;
  const { library } = libraryOf(poorer, locale);
  return exampleOf(library, poorer, language, { ...item, kind: `${item.kind}, source taken`, source: null, weight });
}

async function exampleOf(library: Library, pet: Pet, language: string, item: Asked): Promise<Example[]> {
  const turns = await turnsBefore(library, pet, item);
  const { query, passages } = await prepareQuery(library, { question: item.ask, turns });
  const { candidates, features } = library.index.features(query, passages);
  if (candidates.length === 0) return [];
  const textOf = new Map(passages.map(({ id, text }) => [id, plain(text)]));
  const answers = candidates.map(({ id, source }) => {
    const text = textOf.get(id);
    return (
      source === item.source &&
      (text === undefined || item.facts.every((group) => group.some((fact) => text.includes(plain(fact)))))
    );
  });
  const { kind, weight, source } = item;
  return [
    { kind, language, weight, features, answers, source, sources: candidates.map((candidate) => candidate.source) },
  ];
}

async function turnsBefore(library: Library, pet: Pet, { before, last }: Asked): Promise<Turn[]> {
  const turns = before.map((content): Turn => ({ role: "user", content }));
  if (last === null) return turns;
  const entry = pet.diary.find(({ id }) => id === last);
  if (entry !== undefined) {
    const { question = "", answer } = entry;
    return [
      ...turns,
      { role: "assistant", content: "", sources: [{ kind: "diary", filename: "Pet diary", question, answer }] },
    ];
  }
  const { passages } = await prepareQuery(library, { question: before.at(-1) ?? "", turns: [] });
  const passage = passages.find(({ documentId }) => documentId === last)?.text ?? "";
  const source = { kind: "document" as const, filename: "", documentId: last, page: null, passage };
  return [...turns, { role: "assistant", content: "", sources: [source] }];
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");
