import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "#server/platform/threads/pool.ts";
import { findVoice } from "#shared/voices.ts";
import type { AzureAccount } from "../azure/sdk.ts";
import { openAzureConnection } from "./azure-connection.ts";
import { plainText } from "./plain-text.ts";
import { type OnPiece, SpeechError, type SpeechSynthesizer } from "./speech.ts";
import { ssmlOf } from "./ssml.ts";

export interface AzureSpeechOptions {
  /** How long Azure may stay silent; usually it begins to answer within a second. */
  readonly quietMs?: number;
  /** An idle connection is closed after this time; Azure itself closes it after some minutes. */
  readonly idleMs?: number;
  /** About the wait before the second try, where Azure throttles. */
  readonly retryMs?: number;
  readonly atOnce?: number;
}

const MAX_WAITING = 200;

/** Speaks with Azure's neural voices, over a few connections that all replies of this process share. */
export function createAzureSpeech(account: AzureAccount, options: AzureSpeechOptions = {}): SpeechSynthesizer {
  const { quietMs = 8_000, idleMs = 60_000, retryMs = 1_000, atOnce = 8 } = options;
  const connections = createPool({
    open: () => openAzureConnection({ account, quietMs }),
    size: atOnce,
    idleMs,
    closedError: () => new SpeechError("unavailable", "the synthesizer is closed"),
  });

  async function speak(ssml: string, signal: AbortSignal, onPiece?: OnPiece): Promise<Uint8Array> {
    let hasBegun = false;
    const note = (mp3: Uint8Array) => {
      hasBegun = true;
      onPiece?.(mp3);
    };
    const attempt = () => connections.use((connection) => connection.speak(ssml, signal, note), signal);
    try {
      return await attempt();
    } catch (error) {
      // What was heard can't be taken back, and must not be heard twice.
      if (hasBegun || !(error instanceof SpeechError) || error.code !== "rate_limited") throw error;
      // A random wait, or all that were throttled together would be throttled together again.
      await sleep(retryMs * (0.5 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted());
      return attempt();
    }
  }

  return {
    engine: { kind: "azure", name: "Azure neural voices" },

    async synthesize({ text, voiceName }, signal, onPiece) {
      signal.throwIfAborted();
      const voice = findVoice(voiceName);
      if (!voice) throw new SpeechError("bad_voice", `no voice ${JSON.stringify(voiceName.slice(0, 80))}`);
      const utterance = plainText(text);
      if (utterance === "") return new Uint8Array(0);
      if (connections.waiting >= MAX_WAITING) throw new SpeechError("rate_limited", `${MAX_WAITING} utterances wait`);
      return speak(ssmlOf(utterance, voice), signal, onPiece);
    },

    close: connections.close,
  };
}
