import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Media, storedMedia } from "#server/http/media.ts";
import type { Log } from "#server/log.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import { GrowingClip } from "./growing-clip.ts";

/** How long after a reply's end its sentences can still be played; later there is only the whole clip. */
const KEPT_MS = 180_000;
/** About an hour and a half of speech. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Another server may be asked for a sentence before this one has made it and stored its file, so it looks again. */
const WAIT_MS = 7_000;
const LOOK_AGAIN_MS = 350;
/** So many of one person's sentences are waited for at once; a player asks for a few. Each look may cost money. */
const MOST_WAITING = 10;
const HOUR_MS = 3_600_000;
/** How many replies are remembered as gone. */
const MAX_GONE = 10_000;

interface ClipStorage {
  readonly files: FileStore;
  readonly log: Log;
}

interface ReplyIds {
  readonly userId: string;
  readonly agentId: string;
  readonly sessionId: string;
}

interface KeptReply extends ReplyIds {
  /** The sentences that are being made, and those that failed; by their index. */
  readonly growing: Map<number, GrowingClip>;
  readonly failed: Set<number>;
  /** How many were begun. */
  begun: number;
  /** Nothing of it can be found from now on, though its files may not be deleted yet. */
  isDiscarded: boolean;
  /** Deletes the sentences from memory and the file store; each caller waits until they are gone. Never rejects. */
  discard(): Promise<unknown>;
}

interface SentenceOf {
  readonly userId: string;
  readonly replyId: string;
  readonly index: number;
}

export interface SentenceClips {
  /** Makes room for a sentence that is about to be made; from now on its address answers. */
  begin(index: number): { url: string; clip: GrowingClip };
  /** To be called at the reply's end: its sentences are deleted some minutes later. */
  end(): void;
}

/**
 * The sentences of replies that are being spoken: in the memory of the process that makes them, and as short-lived
 * files for other processes. The file's key contains the asker's id, so that nobody can name a file of someone else.
 */
export function createSentenceStore({ maxBytes = MAX_BYTES, waitMs = WAIT_MS } = {}) {
  const kept = new Map<string, KeptReply>();
  const waitForFile = createWait(waitMs);
  /** Those that were made here and discarded: no other server will store anything of them either. */
  const gone = new LRUCache<string, true>({ max: MAX_GONE });
  /** By `replyId/index`. What has no room is read from its file. */
  const clips = createClipMemory(maxBytes);

  function begin({ files, log }: ClipStorage, of: ReplyIds): SentenceClips {
    const replyId = randomUUID();
    const folder = folderOf(hourOf(Date.now()), of.userId, replyId);
    let written: Promise<unknown> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const reply: KeptReply = { ...of, growing: new Map(), failed: new Set(), begun: 0, isDiscarded: false, discard };
    kept.set(replyId, reply);
    function discard() {
      clearTimeout(timer);
      reply.isDiscarded = true;
      gone.set(replyId, true);
      for (const clip of [...reply.growing.values()]) clip.fail();
      for (const key of [...clips.keys()]) if (key.startsWith(`${replyId}/`)) clips.delete(key);
      written = written
        .then(() => files.deletePrefix(folder))
        .catch((err: unknown) => log.warn({ err, folder }, "spoken sentences were left behind"))
        .finally(() => kept.delete(replyId));
      return written;
    }
    function keep(index: number, whole: Uint8Array | null) {
      reply.growing.delete(index);
      if (reply.isDiscarded) return;
      if (whole === null) reply.failed.add(index);
      else clips.set(`${replyId}/${index}`, whole);
      // An empty file tells other servers that nothing comes.
      written = written
        .then(() => files.put(`${folder}/${index}.mp3`, whole ?? new Uint8Array(0), "audio/mpeg"))
        .catch((err: unknown) => log.warn({ err, folder }, "a spoken sentence was not stored"));
    }
    return {
      begin(index) {
        reply.begun = index + 1;
        const clip = new GrowingClip((whole) => keep(index, whole));
        if (reply.isDiscarded) clip.fail();
        else reply.growing.set(index, clip);
        return { url: `/api/replies/${replyId}/speech/${index}`, clip };
      },
      end() {
        timer = setTimeout(discard, KEPT_MS);
        timer.unref();
      },
    };
  }

  /**
   * One sentence, as soon as there is something of it to be heard; null where it is not this user's, failed, or is neither in
   * memory nor in a file.
   */
  async function find(files: FileStore, of: SentenceOf): Promise<Media | null> {
    const reply = kept.get(of.replyId);
    if (gone.has(of.replyId) || (reply !== undefined && reply.userId !== of.userId)) return null;
    const growing = reply?.growing.get(of.index);
    if (growing !== undefined && !(await growing.hasBegun())) return null;
    if (growing !== undefined && reply?.growing.has(of.index)) return whileMade(growing);
    if (reply !== undefined && (reply.isDiscarded || of.index >= reply.begun || reply.failed.has(of.index)))
      return null;
    const clip = reply && clips.get(`${of.replyId}/${of.index}`);
    return clip === undefined ? waitForFile(files, of) : fromMemory(clip);
  }

  return {
    begin,
    find,
    /** Deletes the sentences of replies whose chat, pet or grant was deleted. */
    async discardWhere(matches: (reply: ReplyIds) => boolean): Promise<void> {
      await Promise.all([...kept.values()].filter(matches).map((reply) => reply.discard()));
    },
  };
}

/** Looks for the file of a sentence, again and again; only once where the person waits for many already. */
function createWait(waitMs: number): (files: FileStore, of: SentenceOf) => Promise<Media | null> {
  /** How many requests of each user wait. */
  const waiting = new Map<string, number>();

  async function look(files: FileStore, of: SentenceOf, deadline: number): Promise<Media | null> {
    for (;;) {
      const stored = await fromFile(files, of);
      if (stored !== null) return stored.size === 0 ? null : stored;
      if (performance.now() >= deadline) return null;
      await sleep(Math.min(LOOK_AGAIN_MS, waitMs));
    }
  }

  return async (files, of) => {
    const others = waiting.get(of.userId) ?? 0;
    if (others >= MOST_WAITING) return look(files, of, 0);
    waiting.set(of.userId, others + 1);
    try {
      return await look(files, of, performance.now() + waitMs);
    } finally {
      const left = (waiting.get(of.userId) ?? 1) - 1;
      if (left === 0) waiting.delete(of.userId);
      else waiting.set(of.userId, left);
    }
  };
}

const createClipMemory = (maxSize: number) =>
  new LRUCache<string, Uint8Array>({ maxSize, sizeCalculation: ({ length }) => Math.max(length, 1) });

/**
 * Deletes the sentences of the last two days that dead processes left. Their folders are known by the hour in the key, so
 * that the store need not be listed. Older ones are deleted by the daily sweep (features/orphans).
 */
export async function deleteOldSentences(files: FileStore, now: number): Promise<void> {
  for (let age = 2; age <= 48; age += 1) await files.deletePrefix(`${ROOT}/${hourOf(now - age * HOUR_MS)}`);
}

const ROOT = "spoken-sentences";

/** The hour in UTC, such as `2026-11-21t17`. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13).toLowerCase();

const folderOf = (hour: string, userId: string, replyId: string): string => `${ROOT}/${hour}/${userId}/${replyId}`;

function whileMade(clip: GrowingClip): Media {
  return {
    size: null,
    contentType: "audio/mpeg",
    caching: "private",
    open: async () => Readable.from(clip.read(), { objectMode: false }),
  };
}

function fromMemory(clip: Uint8Array): Media {
  return {
    size: clip.length,
    contentType: "audio/mpeg",
    caching: "private",
    open: async (range) =>
      Readable.from([Buffer.from(range === undefined ? clip : clip.subarray(range.start, range.end + 1))]),
  };
}

async function fromFile(files: FileStore, { userId, replyId, index }: SentenceOf): Promise<Media | null> {
  for (const age of [0, HOUR_MS]) {
    const key = `${folderOf(hourOf(Date.now() - age), userId, replyId)}/${index}.mp3`;
    const stored = await storedMedia(files, key, { contentType: "audio/mpeg", caching: "private" });
    if (stored !== null) return stored;
  }
  return null;
}
