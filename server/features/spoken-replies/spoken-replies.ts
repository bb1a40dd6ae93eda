import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { endOfSpoken } from "#server/voice/speaking/end-of-spoken.ts";
import { createSentenceOrder, type SentenceListener } from "#server/voice/speaking/sentence-order.ts";
import { createReplySpeech } from "#server/voice/speaking/speak.ts";
import { concatenate } from "#server/voice/speech/mp3.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import * as queries from "./queries.ts";

/** After the end of the text. */
const STORE_TIMEOUT_MS = 10_000;

export interface ReplyAudio {
  say(text: string): void;
  /** Null where speech failed or is late; a late clip is still stored. */
  store(messageId: string): Promise<string | null>;
}

/** To be deleted with the reply. */
export const audioKey = (agentId: string, messageId: string): string => `replies/${agentId}/${messageId}.mp3`;

export interface AudioDeps {
  db: Db;
  log: Log;
  speech: SpeechSynthesizer;
  files: FileStore;
}

interface Speaking {
  readonly agent: { id: string; voiceName: string; language: string };
  readonly signal: AbortSignal;
  /** Without it only the whole clip is made. */
  readonly listener?: SentenceListener | undefined;
}

export const textOfSentences = (text: string, language: string, sentences: number): string =>
  text.slice(0, endOfSpoken(text, language, sentences));

/** A failure of speech never fails the reply. */
export function createReplyAudio(
  { db, log, speech, files }: AudioDeps,
  { agent, signal, listener }: Speaking,
): ReplyAudio {
  const order = listener && createSentenceOrder(listener);
  const spoken = createReplySpeech({
    synthesizer: speech,
    voiceName: agent.voiceName,
    language: agent.language,
    signal,
    onBegin: order?.begin,
    onThrottled: ({ message: reason }) =>
      log.warn({ agent: agent.id, reason }, "the voice is throttled: the rest of a reply becomes one clip"),
    onError: (error) => log.warn({ agent: agent.id, err: error }, "a reply could not be spoken"),
  });

  async function save(messageId: string): Promise<string | null> {
    const clip = await spoken.end();
    if (clip === null) return null;
    const key = audioKey(agent.id, messageId);
    await files.put(key, clip, "audio/mpeg");
    const url = `/api/messages/${messageId}/audio`;
    if (await queries.setAudio(db, messageId, url, clip.length)) return url;
    await files.delete(key);
    return null;
  }

  return {
    say: (text) => spoken.push(text),
    async store(messageId) {
      const saved = save(messageId).catch((error: unknown) => {
        log.error({ message: messageId, err: error }, "a reply's audio could not be stored");
        return null;
      });
      const url = await withTimeout(saved);
      await order?.close();
      return url;
    },
  };
}

/** For a reply that is not stored. A failure never fails the reply. */
export function createPassingSpeech(
  { log, speech }: Pick<AudioDeps, "log" | "speech">,
  { agent, signal, onClip }: Pick<Speaking, "agent" | "signal"> & { readonly onClip: (mp3: Uint8Array) => void },
): { say(text: string): void; end(): Promise<void> } {
  let pieces: Uint8Array[] = [];
  const order = createSentenceOrder({
    begin() {
      pieces = [];
    },
    sound: (mp3) => void pieces.push(mp3),
    end: () => pieces.length > 0 && onClip(concatenate(pieces)),
  });
  const spoken = createReplySpeech({
    synthesizer: speech,
    voiceName: agent.voiceName,
    language: agent.language,
    signal,
    onBegin: order.begin,
    onError: (error) => log.warn({ agent: agent.id, err: error }, "a reply could not be spoken"),
  });
  return {
    say: (text) => spoken.push(text),
    async end() {
      await spoken.end();
    },
  };
}

export const silentAudio: ReplyAudio = { say: () => {}, store: async () => null };

function withTimeout(saved: Promise<string | null>): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), STORE_TIMEOUT_MS);
    void saved.then((url) => {
      clearTimeout(timer);
      resolve(url);
    });
  });
}
