import type OpenAI from "openai";
import { APIError } from "openai";
import { z } from "zod";
import { createOpenAiClient, NO_API_ERROR, type OpenAiAccount } from "#server/models/openai-client.ts";

/** Any server with the `/audio/speech` of the OpenAI API. */
export interface SpeechServer {
  /** Its voices; empty where it tells none, as OpenAI itself. Rejects where it can't be reached. */
  listVoices(signal?: AbortSignal): Promise<readonly string[]>;
  speak(words: SpokenWords, signal: AbortSignal): Promise<Response>;
}

interface SpokenWords {
  readonly input: string;
  readonly voice: string;
  readonly speed: number;
}

const LIST_MS = 3_000;
const LONGEST_NAME = 100;
const MOST_VOICES = 1_000;

export function connectSpeechServer(account: OpenAiAccount, timeout: number): SpeechServer {
  const clients = addressesOf(account.baseUrl).map((baseUrl) => createOpenAiClient({ ...account, baseUrl, timeout }));
  let found = 0;

  /** Asks at the next address where there is no such call, and remembers which has it. */
  async function ask<Answer>(call: (client: OpenAI) => Promise<Answer>): Promise<Answer> {
    for (let tried = found; ; tried += 1) {
      const client = clients[tried];
      if (client === undefined) throw new Error("a speech server without an address");
      try {
        const answer = await call(client);
        found = tried;
        return answer;
      } catch (error) {
        if (!isNoSuchCall(error) || tried + 1 === clients.length) throw error;
      }
    }
  }

  return {
    async listVoices(signal) {
      try {
        const options = { timeout: LIST_MS, ...(signal !== undefined && { signal }) };
        return namesOf(await ask((client) => client.get("/audio/voices", options)));
      } catch (error) {
        if (error instanceof APIError && typeof error.status === "number") return [];
        if (error instanceof SyntaxError) return [];
        throw error;
      }
    },
    speak: (words, signal) =>
      ask((client) =>
        client.audio.speech.create({ model: account.model, ...words, response_format: "mp3" }, { signal }),
      ),
  };
}

/** Most have the API under /v1, and an address is often entered without. */
function addressesOf(baseUrl: string | undefined): (string | undefined)[] {
  if (baseUrl === undefined || new URL(baseUrl).pathname !== "/") return [baseUrl];
  const withVersion = new URL(baseUrl);
  withVersion.pathname = "/v1";
  return [withVersion.href, baseUrl];
}

export const isNoSuchCall = (error: unknown): error is APIError =>
  error instanceof APIError && error.code === NO_API_ERROR && (error.status === 404 || error.status === 405);

const named = z.union([
  z.string(),
  z.object({ id: z.string() }).transform(({ id }) => id),
  z.object({ name: z.string() }).transform(({ name }) => name),
]);
const list = z.array(z.unknown());
const voiceList = z.union([
  list,
  z.object({ voices: list }).transform(({ voices }) => voices),
  z.object({ data: list }).transform(({ data }) => data),
]);

function namesOf(answer: unknown): readonly string[] {
  const names = (voiceList.safeParse(answer).data ?? []).flatMap((voice) => named.safeParse(voice).data ?? []);
  return [...new Set(names)].filter((name) => name !== "" && name.length <= LONGEST_NAME).slice(0, MOST_VOICES);
}
