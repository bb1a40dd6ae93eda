import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { forbiddenError, HttpError, notFound } from "#server/platform/http/errors.ts";
import type { DatePrecision, Memory, MemoryKind, MemoryStatus, MemoryStore } from "#shared/api/memory.ts";
import { limits } from "#shared/limits.ts";
import { searchWords } from "#shared/search-words.ts";
import { petUserOrDemo, rightsOn } from "../agents/access.ts";
import { localeOfText } from "../knowledge/knowledge.ts";
import { ownTemporary, passOverChat, passOverChatsOf } from "./chat-queries.ts";
import { fingerprintOf, type Store } from "./fingerprint.ts";
import * as queries from "./queries.ts";
import { deleteChats, type TemporaryDeps } from "./temporary-chats.ts";

export interface MemoryDeps {
  db: Db;
  sessionSecret: string;
}

interface Pet {
  id: string;
  language: string;
  createdBy: string | null;
}

/** @throws HttpError 403 for the pet's own memories, where the user does not keep its diary */
function storeOf(user: CurrentUser, pet: Pet, store: MemoryStore): Store {
  if (store === "person") return { agentId: pet.id, userId: user.id };
  if (!rightsOn(user, pet).canEditDiary) throw forbiddenError("You don't have permission to do that.");
  return { agentId: pet.id, userId: null };
}

export async function listMemories(
  { db }: MemoryDeps,
  user: CurrentUser,
  pet: Pet,
  wanted: { store: MemoryStore; status: MemoryStatus; q?: string | undefined },
) {
  const store = storeOf(user, pet, wanted.store);
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

interface EventDate {
  on: string;
  precision: DatePrecision;
}

/** @throws HttpError 409 where the store is full */
export async function addMemory({ db, sessionSecret }: MemoryDeps, user: CurrentUser, pet: Pet, memory: WrittenMemory) {
  const store = storeOf(user, pet, memory.store);
  const { kind, text, date = null } = memory;
  const fingerprint = fingerprintOf(sessionSecret, store, text, localeOfText(text, pet.language));
  return db.transaction(async (tx) => {
    await requireRoom(tx, store);
    const added = { ...store, kind, text, date, fingerprint, status: "active", approvedBy: user.id } as const;
    return readOwn(tx, user, await queries.insertMemory(tx, added));
  });
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export const readMemory = async ({ db }: MemoryDeps, user: CurrentUser, id: string) => readOwn(db, user, id);

export interface MemoryEdit {
  text?: string | undefined;
  kind?: MemoryKind | undefined;
  date?: EventDate | null | undefined;
  isMuted?: boolean | undefined;
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export function editMemory(deps: MemoryDeps, user: CurrentUser, id: string, edit: MemoryEdit) {
  return deps.db.transaction(async (tx) => {
    const memory = await findOwn(tx, user, id);
    await change(tx, deps, memory, edit);
    return readOwn(tx, user, id);
  });
}

/** @throws HttpError 404 where it is no suggestion to this user, 409 where the store is full */
export function approveMemory(deps: MemoryDeps, user: CurrentUser, id: string, edit: Pick<MemoryEdit, "text">) {
  return deps.db.transaction(async (tx) => {
    const memory = await findOwn(tx, user, id);
    await requireRoom(tx, memory);
    if (!(await queries.approve(tx, id, user.id))) throw notFound("Suggestion");
    await change(tx, deps, memory, edit);
    return readOwn(tx, user, id);
  });
}

/** @throws HttpError 404 where it is no suggestion to this user */
export async function declineMemory({ db }: MemoryDeps, user: CurrentUser, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findOwn(tx, user, id);
    if ((await queries.declineMemories(tx, queries.byId(id, "pending"))) === 0) throw notFound("Suggestion");
  });
}

/** @throws HttpError 404 for what is forgotten, or somebody else's */
export async function forgetMemory({ db }: MemoryDeps, user: CurrentUser, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findOwn(tx, user, id);
    await queries.declineMemories(tx, queries.byId(id));
  });
}

export async function forgetAll({ db }: MemoryDeps, user: CurrentUser, pet: Pet, store: MemoryStore): Promise<void> {
  const own = storeOf(user, pet, store);
  await db.transaction((tx) => queries.declineMemories(tx, queries.inStore(own)));
}

export async function pauseMemory({ db }: MemoryDeps, user: CurrentUser, pet: Pet, isPaused: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.setPaused(tx, user.id, pet.id, isPaused);
    // What was said meanwhile is not read later.
    if (!isPaused) await passOverChatsOf(tx, user.id, pet.id);
  });
}

/** What the user approved or was asked to keep from one of their chats. */
export const forgetOfChat = (tx: Db, userId: string, sessionId: string) =>
  queries.declineMemories(tx, queries.ofChat(tx, userId, sessionId));

/** What an archive brings was not said to this pet. */
export const passOverImported = (tx: Db, sessionId: string) => passOverChat(tx, sessionId);

/** Nothing happens to a chat that is no temporary one of the user. */
export const closeTemporaryChat = (deps: TemporaryDeps, userId: string, sessionId: string): Promise<void> =>
  deleteChats(deps, ownTemporary(userId, sessionId));

async function change(tx: Db, { sessionSecret }: MemoryDeps, memory: queries.MemoryRow, edit: MemoryEdit) {
  const { text, kind, date, isMuted } = edit;
  const language = memory.quote?.language ?? localeOfText(text ?? "", "en-US");
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

const readOwn = async (db: Db, user: CurrentUser, id: string) => shownMemory(await findOwn(db, user, id));

async function findOwn(db: Db, user: CurrentUser, id: string): Promise<queries.MemoryRow> {
  const memory = await queries.findMemory(db, id);
  if (memory === null || !(await isOwn(db, user, memory))) throw notFound("Memory");
  return memory;
}

/** A person's memory is that person's alone, whatever others may do with the pet. */
async function isOwn(db: Db, user: CurrentUser, { userId, agentId }: queries.MemoryRow): Promise<boolean> {
  if (userId !== null) return userId === user.id;
  const { agent } = await petUserOrDemo.admit({ user, params: { id: agentId }, db });
  return rightsOn(user, agent).canEditDiary;
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
