import { createServer } from "node:http";
import { spokenMp3 } from "./spoken-mp3.ts";

/** How the server answers an `/audio/speech`. */
export type SpeechBehavior =
  /** As an MP3 in pieces; after the first it waits for `pause`. */
  | { kind: "mp3"; pause?: Promise<unknown> }
  | { kind: "sound"; type: string; bytes: Uint8Array }
  | { kind: "status"; status: number; body: object; headers?: Record<string, string> }
  /** By what is asked for. */
  | { kind: "by voice"; known: readonly string[] }
  /** Takes the call and says nothing; with `begun`, once half of the sound is sent. */
  | { kind: "hang"; begun?: boolean }
  /** The connection breaks in the middle of the sound. */
  | { kind: "cut" };

interface SpeechCall {
  body: Record<string, unknown>;
  authorization: string | undefined;
}

export interface SpeechServer {
  /** With `/v1`. */
  url: string;
  calls: SpeechCall[];
  /** The behaviors of the next calls; the last one stays. */
  behave(...behaviors: SpeechBehavior[]): void;
  /** What `/audio/voices` answers; without it, 404 as OpenAI. */
  offer(voices: unknown): void;
  stop(): Promise<void>;
}

const PIECE = 1_000;

/** A server that speaks as the OpenAI API has it, well or badly. */
export async function startSpeechServer(): Promise<SpeechServer> {
  let behaviors: SpeechBehavior[] = [{ kind: "mp3" }];
  let voices: unknown;
  const calls: SpeechCall[] = [];
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.url === "/v1/audio/voices" && voices !== undefined) {
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(voices));
      return;
    }
    if (request.method !== "POST" || request.url !== "/v1/audio/speech") {
      response.writeHead(404, { "Content-Type": "application/json" }).end('{"detail":"Not Found"}');
      return;
    }
    const body: Record<string, unknown> = JSON.parse(Buffer.concat(parts).toString());
    calls.push({ body, authorization: request.headers.authorization });
    const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
    switch (behavior?.kind) {
      case "status":
        response
          .writeHead(behavior.status, { "Content-Type": "application/json", ...behavior.headers })
          .end(JSON.stringify(behavior.body));
        return;
      case "by voice":
        if (behavior.known.includes(String(body.voice))) break;
        response
          .writeHead(400, { "Content-Type": "application/json" })
          .end(JSON.stringify({ error: { message: `Voice '${String(body.voice)}' not found` } }));
        return;
      case "sound":
        response.writeHead(200, { "Content-Type": behavior.type }).end(behavior.bytes);
        return;
    }
    const mp3 = await spokenMp3(String(body.input));
    const half = mp3.subarray(0, mp3.length / 2);
    response.writeHead(200, { "Content-Type": "audio/mpeg" });
    if (behavior?.kind === "hang") {
      if (behavior.begun) response.write(half);
      else response.flushHeaders();
      return;
    }
    if (behavior?.kind === "cut") {
      response.write(half, () => response.destroy());
      return;
    }
    for (let start = 0; start < mp3.length; start += PIECE) {
      response.write(mp3.subarray(start, start + PIECE));
      if (start === 0 && behavior?.kind === "mp3") await behavior.pause;
    }
    response.end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The speech server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    behave(...list) {
      behaviors = list;
    },
    offer(list) {
      voices = list;
    },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
