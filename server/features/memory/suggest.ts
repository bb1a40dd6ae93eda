import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { type EventDate, eventDateIn } from "#server/understanding/retrieval/event-date.ts";
import { languagesOf } from "#server/understanding/retrieval/language.ts";
import {
  type Memorable,
  memorableIn,
  type OrderToRemember,
  orderToRemember,
} from "#server/understanding/retrieval/memorable.ts";
import { isNewsOf } from "#server/understanding/retrieval/memory-news.ts";
import type { Memory } from "#shared/api/memory.ts";
import { limits } from "#shared/limits.ts";
import { areAlike, fingerprintOf, type Store } from "./fingerprint.ts";
import * as queries from "./queries.ts";
import { type MemoryDeps, shownMemory } from "./service.ts";

interface Said {
  /** Of the person's own message. */
  messageId: string;
  content: string;
  /** The day on which it was said. */
  today: string;
}

/** Cards under one reply. */
const MOST_AT_ONCE = 2;

/** What a message asks to be remembered, as suggestions. Never rejects: the person has the reply already. */
export async function suggestAtOnce(
  deps: MemoryDeps & { log: Log },
  {
    store,
    locale,
    said,
    isOfDiary,
  }: { store: Store & { userId: string }; locale: string; said: Said; isOfDiary: boolean },
): Promise<Memory[]> {
  const candidates = atOnceIn(said, locale).filter(({ kind }) => !(isOfDiary && kind === "correction"));
  if (candidates.length === 0) return [];
  return suggest(deps, { store, locale, candidates, most: MOST_AT_ONCE }).catch((err: unknown) => {
    deps.log.error({ err, question: said.messageId }, "what may be remembered was not suggested");
    return [];
  });
}

const atOnceIn = ({ messageId, content, today }: Said, locale: string): Candidate[] =>
  memorableIn(content, locale)
    .filter(({ isAtOnce }) => isAtOnce)
    .slice(0, MOST_AT_ONCE)
    .map((one) => ({ ...one, messageId, date: eventDateIn(one.quote, locale, today) }));

/** What will come of it where a message asks to remember something; null where it does not. */
export async function orderIn(
  { db, sessionSecret }: MemoryDeps,
  { store, locale, said }: { store: Store & { userId: string }; locale: string; said: Said },
): Promise<OrderToRemember | null> {
  const order = orderToRemember(said.content, locale);
  if (order === null) return null;
  if (await queries.isPaused(db, store.userId, store.agentId)) return { ...order, outcome: "paused" };
  const known = await queries.listKnown(db, store);
  const read = atOnceIn(said, locale).map((candidate) => readCandidate(candidate, { sessionSecret, store, locale }));
  const [first] = read;
  if (first === undefined || first.fingerprint.length === 0) return { ...order, outcome: "nothing" };
  if (read.some(({ fingerprint }) => isNew(fingerprint, known))) return { ...order, outcome: "asked" };
  const isDeclined = known.some((one) => one.status === "declined" && areAlike(one.fingerprint, first.fingerprint));
  return { ...order, outcome: isDeclined ? "nothing" : "known" };
}

function readCandidate(
  { text, quote }: Pick<Candidate, "text" | "quote">,
  { sessionSecret, store, locale }: { sessionSecret: string; store: Store; locale: string },
) {
  const language = languagesOf(quote, locale)[0]?.code ?? locale;
  return { language, fingerprint: fingerprintOf(sessionSecret, store, text, language) };
}

export type Candidate = Pick<Memorable, "kind" | "slot" | "text" | "quote"> & {
  messageId: string;
  date: EventDate | null;
  /** What it takes the place of, where a model says so. */
  replaces?: string | null;
};

/** Stores suggestions, but for what is known, was suggested before, or was declined or forgotten. */
export function suggest(
  { db, sessionSecret }: MemoryDeps,
  wanted: {
    store: Store & { userId: string };
    locale: string;
    candidates: readonly Candidate[];
    most: number;
    /** Where those of the chat that wait already count too. */
    sessionId?: string;
  },
): Promise<Memory[]> {
  const { store, locale, candidates, sessionId } = wanted;
  return db.transaction(async (tx) => {
    await queries.lockStore(tx, store);
    if (await queries.isPaused(tx, store.userId, store.agentId)) return [];
    const known = await queries.listKnown(tx, store);
    const quotes = await queries.listQuotes(tx, [...new Set(candidates.map(({ messageId }) => messageId))]);
    const most = wanted.most - (sessionId === undefined ? 0 : await queries.countWaiting(tx, sessionId));
    const added: Memory[] = [];
    for (const { slot: _slot, replaces, ...candidate } of candidates) {
      if (added.length >= most || candidate.text.length > limits.memory) continue;
      if (isQuoted(candidate, quotes)) continue;
      const { language, fingerprint } = readCandidate(candidate, { sessionSecret, store, locale });
      if (!isNew(fingerprint, known)) continue;
      const isReplaced = (one: queries.KnownMemory) => one.id === replaces && one.status === "active";
      const replaced =
        known.find(isReplaced) ?? known.find((one) => contradicts({ text: candidate.text, fingerprint }, one, locale));
      const supersedes = replaced?.id ?? null;
      const memory = { ...store, ...candidate, status: "pending", fingerprint, supersedes } as const;
      const id = await queries.insertSuggestion(tx, memory, language);
      if (id === null) continue;
      known.push({ id, status: "pending", text: candidate.text, fingerprint });
      added.push(...(await readShown(tx, id)));
    }
    return added;
  });
}

/** Kept in other words, or suggested already. */
const isQuoted = (
  { messageId, quote }: Pick<Candidate, "messageId" | "quote">,
  quotes: readonly { messageId: string; text: string }[],
): boolean =>
  quotes.some((known) => known.messageId === messageId && (known.text.includes(quote) || quote.includes(known.text)));

async function readShown(tx: Db, id: string): Promise<Memory[]> {
  const found = await queries.findMemory(tx, id);
  return found === null ? [] : [shownMemory(found)];
}

const isNew = (fingerprint: readonly string[], known: readonly queries.KnownMemory[]): boolean =>
  fingerprint.length > 0 && !isKnown(known, fingerprint);

/** What is still known may change in a word; what was declined or forgotten does not come back in other words. */
function isKnown(known: readonly queries.KnownMemory[], fingerprint: readonly string[]): boolean {
  return known.some((one) =>
    one.status === "declined"
      ? areAlike(one.fingerprint, fingerprint)
      : one.fingerprint.length === fingerprint.length && fingerprint.every((each) => one.fingerprint.includes(each)),
  );
}

/** News of the same person, or most words are the same and one is another. */
function contradicts(
  one: { text: string; fingerprint: readonly string[] },
  other: queries.KnownMemory,
  locale: string,
): boolean {
  if (other.status !== "active") return false;
  if (isNewsOf(one.text, other.text, locale)) return true;
  const shared = one.fingerprint.filter((each) => other.fingerprint.includes(each)).length;
  return shared >= 2 && one.fingerprint.length === other.fingerprint.length && shared === one.fingerprint.length - 1;
}
