import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Media, storedMedia } from "../../http/media.ts";
import type { Log } from "../../log.ts";
import type { FileStore } from "../../providers/files/files.ts";

/** How long after a reply's end its sentences can still be played; later there is only the whole clip. */
const KEPT_MS = 180_000;
/** About an hour and a half of speech. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Another server may be asked for a sentence before this one has stored its file, so it looks again. */
const LOOKS = 6;
const LOOK_AGAIN_MS = 350;
const HOUR_MS = 3_600_000;

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
  /** Nothing of it can be found from now on, though its files may not be deleted yet. */
  isDiscarded: boolean;
  /** Deletes the sentences from memory and the file store; each caller waits until they are gone. Never rejects. */
  discard(): Promise<unknown>;
}

export interface SentenceClips {
  /** @returns the sentence's address */
  add(index: number, mp3: Uint8Array): string;
  /** To be called at the reply's end: its sentences are deleted some minutes later. */
  end(): void;
}

/**
 * The sentences of replies that are being spoken: in the memory of the process that makes them, and as short-lived
 * files for other processes. The file's key contains the asker's id, so that nobody can name a file of someone else.
 */
export function createSentenceStore(maxBytes = MAX_BYTES) {
  const kept = new Map<string, KeptReply>();
  /** By `replyId/index`. What has no room is read from its file. */
  const clips = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });

  function begin({ files, log }: ClipStorage, of: ReplyIds): SentenceClips {
    const replyId = randomUUID();
    const folder = folderOf(hourOf(Date.now()), of.userId, replyId);
    let written: Promise<unknown> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const reply: KeptReply = { ...of, isDiscarded: false, discard };
    kept.set(replyId, reply);
    function discard() {
      clearTimeout(timer);
      reply.isDiscarded = true;
      for (const key of [...clips.keys()]) if (key.startsWith(`${replyId}/`)) clips.delete(key);
      written = written
        .then(() => files.deletePrefix(folder))
        .catch((err: unknown) => log.warn({ err, folder }, "spoken sentences were left behind"))
        .finally(() => kept.delete(replyId));
      return written;
    }
    return {
      add(index, mp3) {
        if (!reply.isDiscarded) clips.set(`${replyId}/${index}`, mp3);
        written = written
          .then(() => files.put(`${folder}/${index}.mp3`, mp3, "audio/mpeg"))
          .catch((err: unknown) => log.warn({ err, folder }, "a spoken sentence was not stored"));
        return `/api/replies/${replyId}/speech/${index}`;
      },
      end() {
        timer = setTimeout(discard, KEPT_MS);
        timer.unref();
      },
    };
  }

  /** One sentence; null where it is not this user's, or neither in memory nor in a file. */
  async function find(files: FileStore, of: { userId: string; replyId: string; index: number }): Promise<Media | null> {
    const reply = kept.get(of.replyId);
    if (reply !== undefined && (reply.isDiscarded || reply.userId !== of.userId)) return null;
    const clip = reply && clips.get(`${of.replyId}/${of.index}`);
    if (clip !== undefined) return fromMemory(clip);
    for (let look = 1; ; look += 1) {
      const stored = await fromFile(files, of);
      if (stored !== null || look === LOOKS) return stored;
      await sleep(LOOK_AGAIN_MS);
    }
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

function fromMemory(clip: Uint8Array): Media {
  return {
    size: clip.length,
    contentType: "audio/mpeg",
    caching: "private",
    open: async (range) =>
      Readable.from([Buffer.from(range === undefined ? clip : clip.subarray(range.start, range.end + 1))]),
  };
}

async function fromFile(
  files: FileStore,
  { userId, replyId, index }: { userId: string; replyId: string; index: number },
): Promise<Media | null> {
  for (const age of [0, HOUR_MS]) {
    const key = `${folderOf(hourOf(Date.now() - age), userId, replyId)}/${index}.mp3`;
    const stored = await storedMedia(files, key, { contentType: "audio/mpeg", caching: "private" });
    if (stored !== null) return stored;
  }
  return null;
}
