import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import type { AzurePace, SpeechEngine, Synthesis } from "./azure-engine.ts";
import { now } from "./page.ts";

/** What a recognizer takes that needs the whole recording: so long, and a share of the sound's length. */
const WHOLE_MS = 150;
const WHOLE_SHARE = 0.15;
const BYTES_PER_SECOND = 32_000;
/** A word is over a moment before its last sound fades. */
const TOLERANCE_MS = 50;

const speechRequest = z.object({ input: z.string() });

/** Plays the speech of the OpenAI API at the wire: `/audio/transcriptions` of a recording, and `/audio/speech`. */
export function createWholeEngine(pace: AzurePace) {
  const engine: SpeechEngine = { pace, saying: null, recognitions: [], syntheses: [] };
  return {
    ...engine,
    /** False where the request is for something else. */
    async serve(this: SpeechEngine, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      if (!request.url?.includes("/audio/")) return false;
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = Buffer.concat(parts);
      if (request.url.endsWith("/transcriptions")) await transcribe(this, body, response);
      else if (request.url.endsWith("/speech")) await speak(this, body, response);
      else response.writeHead(404).end();
      return true;
    },
  };
}

/** Its words are known by the clock, as its sound ends now. */
async function transcribe({ saying, recognitions }: SpeechEngine, body: Buffer, response: ServerResponse) {
  const beganAt = now();
  const soundMs = ((body.length - body.indexOf("RIFF")) / BYTES_PER_SECOND) * 1000;
  const to = beganAt - (saying?.startedAt ?? 0) + TOLERANCE_MS;
  const from = to - soundMs - 4 * TOLERANCE_MS;
  const words = (saying?.recording.words ?? []).filter(
    ({ begins, ends }) => ends * 1000 <= to && 500 * (begins + ends) >= from,
  );
  await sleep(WHOLE_MS + WHOLE_SHARE * soundMs);
  const said = words.map(({ text }) => text).join(" ");
  const text = /[.?!]$/.test(said) || said === "" ? said : `${said.replace(/,$/, "")}.`;
  recognitions.push({ beganAt, endedAt: beganAt, finalAt: now() });
  response.setHeader("Content-Type", "application/json").end(JSON.stringify({ text }));
}

async function speak({ pace, syntheses }: SpeechEngine, body: Buffer, response: ServerResponse): Promise<void> {
  const { input } = speechRequest.parse(JSON.parse(body.toString("utf8")));
  const synthesis: Synthesis = { text: input, askedAt: now(), firstBytesAt: Number.NaN, endedAt: undefined };
  syntheses.push(synthesis);
  response.once("close", () => {
    synthesis.endedAt ??= now();
  });
  const mp3 = await spokenMp3(input);
  await sleep(Math.max(0, synthesis.askedAt + pace.firstBytesMs - now()));
  synthesis.firstBytesAt = now();
  response.setHeader("Content-Type", "audio/mpeg").end(mp3);
}
