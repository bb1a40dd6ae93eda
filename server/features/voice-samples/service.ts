import { createHash } from "node:crypto";
import type { FileStore } from "#server/platform/files/files.ts";
import { badRequest, type HttpError, serviceUnavailable } from "#server/platform/http/errors.ts";
import { type Media, storedMedia } from "#server/platform/http/media.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { SpeechError, type SpeechSynthesizer, type Utterance } from "#server/voice/speech/speech.ts";
import type { UsageMeter } from "../usage/service.ts";

const TYPE = "audio/mpeg";
const TIMEOUT_MS = 20_000;

export interface VoiceSampler {
  /** Each sentence by a voice is made once, counted for who asked first. Throws HttpError 429. */
  sample(utterance: Utterance, userId: string): Promise<string>;
}

interface SamplerDeps {
  files: FileStore;
  speech: SpeechSynthesizer;
  usage: UsageMeter;
  log: Log;
}

export function createVoiceSampler({ files, speech, usage, log }: SamplerDeps): VoiceSampler {
  const underWay = new Map<string, Promise<void>>();
  return {
    async sample(utterance, userId) {
      const file = nameOf(utterance, speech.engine);
      if ((await files.stat(keyOf(file))) !== null) return file;
      const known = underWay.get(file);
      if (known === undefined) {
        const made = make(file, utterance, userId).finally(() => underWay.delete(file));
        underWay.set(file, made);
        await made;
      } else await known;
      return file;
    },
  };

  async function make(file: string, utterance: Utterance, userId: string): Promise<void> {
    const key = keyOf(file);
    // Another call may have stored it.
    if ((await files.stat(key)) !== null) return;
    const clip = await usage.spend(userId, { measure: "characters", amount: utterance.text.length }, () =>
      speak(utterance),
    );
    await files.put(key, clip, TYPE);
  }

  /** Only the time limit ends it: others may wait for the same clip. */
  async function speak(utterance: Utterance): Promise<Uint8Array> {
    const clip = await speech.synthesize(utterance, AbortSignal.timeout(TIMEOUT_MS)).catch((error: unknown) => {
      log.warn({ err: error, voice: utterance.voiceName }, "voice sample failed");
      throw asAnswer(error);
    });
    if (clip.length === 0) throw badRequest("There is nothing in that text that can be spoken.");
    return clip;
  }
}

export const openSample = (files: FileStore, file: string): Promise<Media | null> =>
  storedMedia(files, keyOf(file), { contentType: TYPE, caching: "immutable" });

function asAnswer(error: unknown): HttpError {
  if (!(error instanceof SpeechError)) return serviceUnavailable("Unable to generate voice sample. Please try again.");
  if (error.code === "bad_voice") return badRequest(error.sentence);
  return serviceUnavailable(`Unable to generate voice sample. ${error.sentence}`);
}

const keyOf = (file: string): string => `voice-samples/${file}`;

/** Another engine makes samples anew. */
function nameOf({ voiceName, text }: Utterance, engine: SpeechSynthesizer["engine"]): string {
  const hash = createHash("sha256").update(
    JSON.stringify([engine.kind, engine.name, ...(engine.sound ?? []), voiceName, text]),
  );
  return `${hash.digest("hex")}.mp3`;
}
