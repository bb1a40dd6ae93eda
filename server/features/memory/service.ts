import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { forbiddenError, HttpError, notFound } from "#server/platform/http/errors.ts";
import { type EventDate, eventDateIn } from "#server/understanding/retrieval/event-date.ts";
import type { Memory, MemoryKind, MemoryStatus, MemoryStore } from "#shared/api/memory.ts";
import { limits } from "#shared/limits.ts";
import { searchWords } from "#shared/search-words.ts";
import { dayIn } from "#shared/time-zone.ts";
import { findKeptPet } from "../agents/access.ts";
import { type AuditedPet, type Caller, recordOnPet } from "../audit/service.ts";
import { localeOfText, touchKnowledge } from "../knowledge/knowledge.ts";
import { ownTemporary, passOverChat, passOverChatsOf } from "./chat-queries.ts";
import { fingerprintOf, type Store } from "./fingerprint.ts";
import * as queries from "./queries.ts";
import { deleteChats, type TemporaryDeps } from "./temporary-chats.ts";

export interface MemoryDeps {
  db: Db;
  sessionSecret: string;
}

interface Pet extends AuditedPet {
  language: string;
}

/** @throws HttpError 403 for the pet's own memories, where the user does not keep its diary */
async function storeOf(db: Db, { user }: Caller, pet: Pet, store: MemoryStore): Promise<Store> {
  if (store === "person") return { agentId: pet.id, userId: user.id };
  if ((await findKeptPet(db, user, pet.id)) === null) throw forbiddenError("You don't have permission to do that.");
  return { agentId: pet.id, userId: null };
}

/** Of the pet's own: it is told otherwise from the next question on, and its owner sees that somebody else changed it. */
async function noteChange(tx: Db, by: Caller, pet: AuditedPet, action: "diary.update" | "diary.delete"): Promise<void> {
  if (!(await touchKnowledge(tx, pet.id))) throw notFound("Pet");
  await recordOnPet(tx, pet, { by, action, details: { memory: true } });
}

export async function listMemories(
  { db }: MemoryDeps,
  by: Caller,
  pet: Pet,
  wanted: { store: MemoryStore; status: MemoryStatus; q?: string | undefined },
) {
  const { user } = by;
  const store = await storeOf(db, by, pet, wanted.store);
  if (store.userId === null) await recordOnPet(db, pet, { by, action: "diary.read", isOften: true });
  const { status } = wanted;
  const found = await queries.listMemories(db, store, { status, words: searchWords(wanted.q ?? "") });
  return {
    memories: found.map(shownMemory),
    pending: await queries.countMemories(db, store, "pending"),
    isPaused: await queries.isPaused(db, user.id, pet.id),
  };
}

interface WrittenMemory {
  store: MemoryStore;
  kind: MemoryKind;
  text: string;
  date?: EventDate | null | undefined;
}

/** @throws HttpError 409 where the store is full */
export async function addMemory(deps: MemoryDeps, by: Caller, pet: Pet, memory: WrittenMemory) {
  return insertWritten(deps, by, pet, { ...memory, store: await storeOf(deps.db, by, pet, memory.store) });
}

/** Whoever calls it has checked that it may be kept. @throws HttpError 409 where the store is full */
export const addPetMemory = (deps: MemoryDeps, by: Caller, pet: Pet, memory: Omit<WrittenMemory, "store">) =>
  insertWritten(deps, by, pet, { ...memory, store: { agentId: pet.id, userId: null } });

export const dateInText = (user: CurrentUser, pet: Pet, text: string): EventDate | null =>
  eventDateIn(text, localeOfText(text, pet.language), dayIn(user.timeZone));

function insertWritten(
  { db, sessionSecret }: MemoryDeps,
  by: Caller,
  pet: Pet,
  { store, kind, text, date: given }: Omit<WrittenMemory, "store"> & { store: Store },
) {
  const { user } = by;
  const language = localeOfText(text, pet.language);
  const date = given === undefined ? dateInText(user, pet, text) : given;
  const fingerprint = fingerprintOf(sessionSecret, store, text, language);
  return db.transaction(async (tx) => {
    if (store.userId === null) await noteChange(tx, by, pet, "diary.update");
    await requireRoom(tx, store);
    const added = { ...store, kind, text, date, fingerprint, status: "active", approvedBy: user.id } as const;
    const id = await queries.insertMemory(tx, added);
    const inserted = await queries.findMemory(tx, id);
    if (inserted === null) throw notFound("Memory");
    return shownMemory(inserted);
  });
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export async function readMemory({ db }: MemoryDeps, by: Caller, id: string): Promise<Memory> {
  const { memory, pet } = await findOwn(db, by.user, id);
  if (pet !== null) await recordOnPet(db, pet, { by, action: "diary.read", isOften: true });
  return shownMemory(memory);
}

export interface MemoryEdit {
  text?: string | undefined;
  kind?: MemoryKind | undefined;
  date?: EventDate | null | undefined;
  isMuted?: boolean | undefined;
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export function editMemory(deps: MemoryDeps, by: Caller, id: string, edit: MemoryEdit) {
  return deps.db.transaction(async (tx) => {
    const memory = await findToChange(tx, by, id, "diary.update");
    await change(tx, deps, by.user, { memory, edit });
    return readOwn(tx, by.user, id);
  });
}

/** @throws HttpError 404 where it is no suggestion to this user, 409 where the store is full */
export function approveMemory(deps: MemoryDeps, by: Caller, id: string, edit: Pick<MemoryEdit, "text">) {
  return deps.db.transaction(async (tx) => {
    const memory = await findToChange(tx, by, id, "diary.update");
    await requireRoom(tx, memory);
    if (!(await queries.approve(tx, id, by.user.id))) throw notFound("Suggestion");
    await change(tx, deps, by.user, { memory, edit });
    return readOwn(tx, by.user, id);
  });
}

/** @throws HttpError 404 where it is no suggestion to this user */
export async function declineMemory({ db }: MemoryDeps, by: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findToChange(tx, by, id, "diary.delete");
    if ((await queries.declineMemories(tx, queries.byId(id, "pending"))) === 0) throw notFound("Suggestion");
  });
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export async function forgetMemory({ db }: MemoryDeps, by: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findToChange(tx, by, id, "diary.delete");
    await queries.declineMemories(tx, queries.byId(id));
  });
}

export async function forgetAll({ db }: MemoryDeps, by: Caller, pet: Pet, store: MemoryStore): Promise<void> {
  const own = await storeOf(db, by, pet, store);
  await db.transaction(async (tx) => {
    if (own.userId === null) await noteChange(tx, by, pet, "diary.delete");
    await queries.declineMemories(tx, queries.inStore(own));
  });
}

export async function pauseMemory({ db }: MemoryDeps, user: CurrentUser, pet: Pet, isPaused: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.setPaused(tx, user.id, pet.id, isPaused);
    // What was said meanwhile is not read later.
    if (!isPaused) await passOverChatsOf(tx, user.id, pet.id);
  });
}

export interface RestoredMemory extends Omit<queries.NewMemory, "agentId" | "userId" | "fingerprint"> {
  formerId: string;
  /** `messageId`: of a message that was restored before. */
  quote: { messageId: string; text: string; language: string } | null;
}

/**
 * Into an empty store, the oldest first; with their new ids. Fingerprints are made anew, as those of another store match nothing
 * here: what was declined there is not known here.
 */
export async function restoreMemories(
  tx: Db,
  { sessionSecret, store, locale }: { sessionSecret: string; store: Store; locale: string },
  restored: readonly RestoredMemory[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { formerId, quote, supersedes, ...memory } of restored) {
    const fingerprint = fingerprintOf(sessionSecret, store, memory.text, localeOfText(memory.text, locale));
    const replaced = ids.get(supersedes ?? "") ?? null;
    const id = await queries.insertMemory(tx, { ...memory, ...store, fingerprint, supersedes: replaced });
    ids.set(formerId, id);
    if (quote !== null) await queries.insertQuote(tx, { memoryId: id, ...quote });
  }
  return ids;
}

/** What the user approved or was asked to keep from one of their chats. */
export const forgetOfChat = (tx: Db, userId: string, sessionId: string) =>
  queries.declineMemories(tx, queries.ofChat(tx, userId, sessionId));

/** What an archive brings was not said to this pet. */
export const passOverImported = (tx: Db, sessionId: string) => passOverChat(tx, sessionId);

/** Of a question that is asked in other words: what these tell is suggested then. */
export const dropSuggestions = (tx: Db, messageId: string) => queries.deleteSuggestions(tx, messageId);

/** Nothing happens to a chat that is no temporary one of the user. */
export const closeTemporaryChat = (deps: TemporaryDeps, userId: string, sessionId: string): Promise<void> =>
  deleteChats(deps, ownTemporary(userId, sessionId));

async function change(
  tx: Db,
  { sessionSecret }: MemoryDeps,
  user: CurrentUser,
  { memory, edit }: { memory: queries.MemoryRow; edit: MemoryEdit },
) {
  const { text, kind, isMuted } = edit;
  const language = memory.quote?.language ?? localeOfText(text ?? "", "en-US");
  const isReworded = text !== undefined && text !== memory.text;
  // Other words may tell of another day.
  const said = isReworded ? eventDateIn(text, language, dayIn(user.timeZone, memory.toldAt)) : undefined;
  const date = edit.date === undefined ? said : edit.date;
  await queries.updateMemory(tx, memory.id, {
    ...(text === undefined ? {} : { text, fingerprint: fingerprintOf(sessionSecret, memory, text, language) }),
    ...(kind === undefined ? {} : { kind }),
    ...(date === undefined ? {} : { date }),
    ...(isMuted === undefined ? {} : { isMuted }),
  });
}

async function requireRoom(tx: Db, store: Store): Promise<void> {
  await queries.lockStore(tx, store);
  if ((await queries.countMemories(tx, store, "active")) < limits.memoriesPerStore) return;
  throw new HttpError(409, "full", "That is as much as can be remembered. Please forget something first.");
}

const readOwn = async (db: Db, user: CurrentUser, id: string) => shownMemory((await findOwn(db, user, id)).memory);

/**
 * A person's memory is that person's alone, whatever others may do with the pet; the pet's own is for those who keep its diary.
 * `pet`: null for a person's.
 */
async function findOwn(db: Db, user: CurrentUser, id: string): Promise<{ memory: queries.MemoryRow; pet: Pet | null }> {
  const memory = await queries.findMemory(db, id);
  if (memory === null) throw notFound("Memory");
  const { userId, agentId } = memory;
  const pet = userId === null ? await findKeptPet(db, user, agentId) : null;
  if (userId === null ? pet === null : userId !== user.id) throw notFound("Memory");
  return { memory, pet };
}

async function findToChange(tx: Db, by: Caller, id: string, action: "diary.update" | "diary.delete") {
  const { memory, pet } = await findOwn(tx, by.user, id);
  if (pet !== null) await noteChange(tx, by, pet, action);
  return memory;
}

/** As the API describes it. */
export function shownMemory(row: queries.MemoryRow): Memory {
  const {
    userId,
    happenedOn,
    precision,
    quote,
    sessionId,
    toldAt,
    approvedAt,
    lastUsedAt,
    lapsesAt,
    supersedes,
    ...memory
  } = row;
  return {
    ...memory,
    store: userId === null ? "pet" : "person",
    date: happenedOn === null || precision === null ? null : { on: happenedOn, precision },
    quote: quote && { ...quote, sessionId },
    supersedes: supersedes && { ...supersedes, toldAt: supersedes.toldAt.toISOString() },
    toldAt: toldAt.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lapsesAt: memory.status === "pending" ? lapsesAt.toISOString() : null,
  };
}

/** Puts beside the replies of the user's own chat what was suggested of the questions, and what they were taken from. */
export async function withMemories<Reply extends { id: string; role: "user" | "assistant" }>(
  db: Db,
  userId: string,
  messages: readonly Reply[],
) {
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [suggested, recalled] = await Promise.all([
    queries.listSuggestions(db, userId, ids),
    queries.listRecalled(db, userId, ids),
  ]);
  return messages.map((message, at) => {
    if (message.role === "user") return message;
    const before = messages[at - 1]?.id;
    const suggestions = suggested.filter(({ quote }) => quote?.messageId === before).map(shownMemory);
    const taken = recalled.filter(({ messageId }) => messageId === message.id);
    return {
      ...message,
      ...(suggestions.length === 0 ? {} : { suggestions }),
      ...(taken.length === 0 ? {} : { recalled: taken }),
    };
  });
}
