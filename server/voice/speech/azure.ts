import { createPool } from "#server/platform/threads/pool.ts";
import { findVoice, type Voice } from "#shared/voices.ts";
import type { AzureAccount } from "../azure/sdk.ts";
import { openAzureConnection } from "./azure-connection.ts";
import { plainText } from "./plain-text.ts";
import { type OnPiece, retryWhenBusy, SpeechError, type SpeechSynthesizer } from "./speech.ts";

export interface AzureSpeechOptions {
  readonly quietMs?: number;
  readonly idleMs?: number;
  readonly retryMs?: number;
  readonly atOnce?: number;
}

const MAX_WAITING = 200;

export function createAzureSpeech(account: AzureAccount, options: AzureSpeechOptions = {}): SpeechSynthesizer {
  const { quietMs = 8_000, idleMs = 60_000, retryMs = 1_000, atOnce = 8 } = options;
  const connections = createPool({
    open: () => openAzureConnection({ account, quietMs }),
    size: atOnce,
    idleMs,
    closedError: () => new SpeechError("unavailable", "the synthesizer is closed"),
  });

  const speak = (ssml: string, signal: AbortSignal, onPiece?: OnPiece): Promise<Uint8Array> =>
    retryWhenBusy((note) => connections.use((connection) => connection.speak(ssml, signal, note), signal), {
      signal,
      onPiece,
      retryMs,
    });

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

/** The voice is named in it, so that one connection serves all. */
export function ssmlOf(text: string, voice: Pick<Voice, "name" | "language">): string {
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escapeXml(voice.language)}">` +
    `<voice name="${escapeXml(voice.name)}">${escapeXml(text)}</voice></speak>`
  );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, " ")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

// XML 1.0 has no place for these, not even as entities.
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
