import { randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/client.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import type { MemorialPiece, saveMemorial as saveContract } from "#shared/api/memorial.ts";
import { limits } from "#shared/limits.ts";
import type { BodyOf } from "#shared/route.ts";
import { type AuditedPet, type Author, record } from "../audit/service.ts";
import * as queries from "./queries.ts";

/** 192 bits, so that nobody finds a page by trying. */
const SLUG_BYTES = 24;

interface Pet extends AuditedPet {
  language: string;
  diedOn: string | null;
}

export async function readMemorial(db: Db, { id, language, diedOn }: Pet) {
  const page = await queries.findPage(db, id);
  const choices = await queries.listChoices(db, id);
  return {
    isInMemory: diedOn !== null,
    isOpen: page?.isOpen ?? false,
    path: page === null ? null : pathOf(page.slug),
    words: page?.words ?? "",
    pieces: await queries.listPieces(db, id),
    choices: choices.map((choice) => withHeading(language, choice)),
    guestBook: [...(await queries.listWaiting(db, id)), ...(await queries.listApproved(db, id))],
  };
}

/** Takes no piece of another pet, and none twice. */
export async function saveMemorial(
  db: Db,
  { id: agentId }: Pet,
  { words, pieces }: BodyOf<typeof saveContract>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.savePage(tx, { agentId, slug: newSlug() }, words === undefined ? {} : { words });
    if (pieces === undefined) return;
    const choices = new Set((await queries.listChoices(tx, agentId)).map(keyOf));
    const shown = new Map(pieces.filter((piece) => choices.has(keyOf(piece))).map((piece) => [keyOf(piece), piece]));
    await queries.replacePieces(tx, agentId, [...shown.values()]);
  });
}

/** Throws HttpError 409 for a pet that is not in memory. */
export async function openMemorial(db: Db, by: Author, pet: Pet, isOpen: boolean): Promise<void> {
  const { id: agentId, name, diedOn, createdBy } = pet;
  if (isOpen && diedOn === null)
    throw new HttpError(409, "not_in_memory", `${name} is not in memory: its page can't be opened.`);
  await db.transaction(async (tx) => {
    await queries.savePage(tx, { agentId, slug: newSlug() }, { isOpen });
    await record(tx, {
      by,
      action: isOpen ? "memorial.open" : "memorial.close",
      target: { kind: "agent", id: agentId, name },
      about: createdBy === null || createdBy === by.user.id ? [] : [createdBy],
    });
  });
}

/** Throws HttpError 404. */
export async function approveEntry(db: Db, key: queries.EntryKey, isApproved: boolean): Promise<void> {
  if (!(await queries.approveEntry(db, key, isApproved))) throw notFound("Entry");
}

/** Throws HttpError 404. */
export async function deleteEntry(db: Db, key: queries.EntryKey): Promise<void> {
  if (!(await queries.deleteEntry(db, key))) throw notFound("Entry");
}

/** All that anybody sees who has the address. */
export async function readOpenPage(db: Db, slug: string) {
  const page = await queries.findOpenPage(db, slug);
  return page === null ? null : withContent(db, page);
}

/** Null where the pet is not in memory, or has no page yet. */
export async function readPreview(db: Db, agentId: string) {
  const page = await queries.findPage(db, agentId);
  return page === null || page.diedOn === null ? null : withContent(db, page);
}

export type MemorialPage = Awaited<ReturnType<typeof withContent>>;

async function withContent(db: Db, page: queries.PageRow) {
  const pieces = await queries.listPieces(db, page.agentId);
  return {
    ...page,
    pieces: pieces.map((piece) => withHeading(page.language, piece)),
    guestBook: await queries.listApproved(db, page.agentId),
  };
}

export type GuestAnswer = "kept" | "too many" | "full";

/** It waits for the yes of whoever manages the pet. */
export function keepGuestWords(db: Db, entry: { agentId: string; name: string; words: string }): Promise<GuestAnswer> {
  const { waiting, entries, perHour } = limits.guestBook;
  return db.transaction(async (tx) => {
    const counted = await queries.countEntriesLocked(tx, entry.agentId);
    if (await queries.isWaiting(tx, entry)) return "kept";
    if (counted.waiting >= waiting || counted.all >= entries) return "full";
    if (counted.lately >= perHour) return "too many";
    await queries.insertEntries(tx, [entry]);
    return "kept";
  });
}

/** For an archive; null where the pet has no page. */
export async function readWhole(db: Db, agentId: string): Promise<RestoredMemorial | null> {
  const page = await queries.findPage(db, agentId);
  if (page === null) return null;
  const pieces = await queries.listPieces(db, agentId);
  const entries = [...(await queries.listWaiting(db, agentId)), ...(await queries.listApproved(db, agentId))];
  return {
    words: page.words,
    pieces: pieces.map(({ id, question }) => question ?? { memory: id }),
    guestBook: entries.map(({ id: _, approvedAt, ...entry }) => ({ ...entry, isApproved: approvedAt !== null })),
  };
}

interface RestoredMemorial {
  words: string;
  /** A diary answer, by its question, or a memory of the pet. */
  pieces: readonly ({ key: string | null; question: string } | { memory: string })[];
  guestBook: readonly { name: string; words: string; isApproved: boolean; createdAt: Date }[];
}

/** Closed, and at an address of its own. What the pet does not have is left out. */
export async function restoreMemorial(tx: Db, agentId: string, memorial: RestoredMemorial): Promise<void> {
  await queries.savePage(tx, { agentId, slug: newSlug() }, { words: memorial.words });
  const choices = await queries.listChoices(tx, agentId);
  const pieces = memorial.pieces.flatMap(
    (wanted) =>
      choices.find(({ id, question }) =>
        "memory" in wanted
          ? id === wanted.memory
          : question !== null && (question.question === wanted.question || (question.key ?? "") === wanted.key),
      ) ?? [],
  );
  await queries.replacePieces(tx, agentId, [...new Set(pieces)]);
  await queries.insertEntries(
    tx,
    memorial.guestBook.map(({ isApproved, ...entry }) => ({
      ...{ ...entry, agentId },
      approvedAt: isApproved ? entry.createdAt : null,
    })),
  );
}

export const pathOf = (slug: string): string => `/memorial/${slug}`;

const newSlug = (): string => randomBytes(SLUG_BYTES).toString("base64url");

const keyOf = ({ kind, id }: MemorialPiece): string => `${kind} ${id}`;

const withHeading = (language: string, { question, ...piece }: queries.StoredPiece) => ({
  ...piece,
  heading: question === null ? null : localizeQuestion(language, question),
});
