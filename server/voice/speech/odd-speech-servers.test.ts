import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { quoteOf } from "#server/models/chat/server-words.ts";
import { wavOf } from "#tests/support/recordings.ts";
import { type SpeechServer, startSpeechServer } from "#tests/support/speech-server.ts";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import { createEmbeddedSpeech } from "./embedded.ts";
import { mp3Duration } from "./mp3.ts";
import { createOpenAiSpeech } from "./openai.ts";
import { SpeechError } from "./speech.ts";
import { connectSpeechServer } from "./speech-server.ts";

const TEXT = "A squirrel ran up the tall tree.";
const builtIn = createEmbeddedSpeech();
let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer();
});
afterEach(() => {
  server.calls.length = 0;
  server.behave({ kind: "mp3" });
  server.offer(undefined);
});
afterAll(async () => {
  await server.stop();
  await builtIn.close();
});

function say(baseUrl = server.url, voices: readonly [string, string][] = []) {
  const account = { baseUrl, apiKey: "a-secret-key", model: "tts-1" };
  const speech = createOpenAiSpeech({ ...account, voices: new Map(voices), builtIn, retryMs: 10 });
  return speech.synthesize({ text: TEXT, voiceName: "en-US-JennyNeural" }, new AbortController().signal);
}

async function failure(baseUrl?: string, voices?: readonly [string, string][]): Promise<SpeechError> {
  const error = await say(baseUrl, voices).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SpeechError) return error;
  throw new Error("no failure");
}

describe("an address", () => {
  it.each([
    ["with /v1", ""],
    ["with a slash behind it", "/"],
    ["of the whole call", "/audio/speech"],
  ])("is taken %s", async (_how, ending) => {
    expect(mp3Duration(await say(`${server.url}${ending}`))).toBeGreaterThan(1);
  });

  it.each(["", "/"])("is taken without /v1 (%j)", async (ending) => {
    expect(mp3Duration(await say(`${new URL(server.url).origin}${ending}`))).toBeGreaterThan(1);
    expect(server.calls).toHaveLength(1);
  });

  it("is taken where the server has no /v1", async () => {
    const mp3 = await spokenMp3(TEXT);
    const url = await serve((response, path) => {
      if (path === "/audio/speech") response.writeHead(200, { "Content-Type": "audio/mpeg" }).end(mp3);
      else response.writeHead(404).end("Not Found");
    });
    expect(mp3Duration(await say(url))).toBeGreaterThan(1);
  });

  it("of another program is told with what an administrator can do", async () => {
    const { code, advice } = await failure(`${server.url}/elsewhere`);
    expect([code, advice]).toEqual([
      "unavailable",
      expect.stringMatching(/^There is no \/audio\/speech at that address/),
    ]);
  });

  it("is not left for another one by a redirect [T145]", async () => {
    const url = await serve((response) => response.writeHead(307, { Location: `${server.url}/audio/speech` }).end());
    expect(await failure(`${url}/v1`)).toMatchObject({ code: "unavailable" });
    expect(server.calls).toEqual([]);
  });
});

describe("an answer", () => {
  it.each(["application/octet-stream", "text/plain", "audio/wav"])(
    "is heard whatever its type says (%s)",
    async (type) => {
      server.behave({ kind: "sound", type, bytes: await spokenMp3(TEXT) });
      expect(mp3Duration(await say())).toBeGreaterThan(1);
    },
  );

  it("is a WAV, though it says MP3", async () => {
    const tone = Float32Array.from({ length: 48_000 }, (_, index) => 0.3 * Math.sin(index / 8));
    server.behave({ kind: "sound", type: "audio/mpeg", bytes: wavOf(tone, { sampleRate: 24_000 }) });
    expect(mp3Duration(await say())).toBeCloseTo(2, 0);
  });

  it.each<[string, object, string, string]>([
    ["of OpenAI's form", { error: { message: "The model is loading" } }, "unavailable", "The model is loading"],
    ["of a word", { error: "out of memory" }, "unavailable", "out of memory"],
    ["of FastAPI's form", { detail: "text too long" }, "unavailable", "text too long"],
    ["about a voice", { error: { message: "Unknown voice" } }, "bad_voice", "Unknown voice"],
  ])("is no sound where it is an error %s with the status of a success", async (_form, body, code, words) => {
    server.behave({ kind: "sound", type: "application/json", bytes: Buffer.from(JSON.stringify(body)) });
    const error = await failure();
    expect([error.code, quoteOf(error)]).toEqual([code, ` The server says: “${words}”`]);
  });

  it.each([
    ["Ogg", "OggS\0\0\0\0\0\0\0\0\0\0\0"],
    ["FLAC", "fLaC\0\0\0\x22\x10\0\x10\0"],
    ["AAC", "\xff\xf1\x50\x80\x02\x1f\xfc\xde\x02\0\0\0\0"],
    ["MP4", "\0\0\0\x20ftypM4A \0\0\0\0"],
  ])("is told in words where it is %s", async (_form, head) => {
    const bytes = Buffer.concat([Buffer.from(head, "latin1"), Buffer.alloc(5_000, 0x5a)]);
    server.behave({ kind: "sound", type: "audio/mpeg", bytes });
    expect(await failure()).toMatchObject({
      code: "unavailable",
      advice: expect.stringContaining("neither MP3 nor WAV"),
    });
  });

  it("that ends before its announced length is a failure", async () => {
    const mp3 = await spokenMp3(TEXT);
    const url = await serve((response) => {
      response.writeHead(200, { "Content-Length": String(mp3.length) });
      response.write(mp3.subarray(0, 2_000), () => response.destroy());
    });
    expect(await failure(`${url}/v1`)).toMatchObject({ code: "unavailable" });
  });
});

describe("a voice that the server does not know", () => {
  it("is replaced by the next that fits, and not asked for again", async () => {
    server.behave({ kind: "by voice", known: ["shimmer"] });
    const account = { baseUrl: server.url, apiKey: undefined, model: "piper" };
    const speech = createOpenAiSpeech({ ...account, voices: new Map(), builtIn });
    const { signal } = new AbortController();
    for (const text of ["Woof!", "Again!"]) await speech.synthesize({ text, voiceName: "en-US-JennyNeural" }, signal);
    expect(server.calls.map(({ body }) => body.voice)).toEqual(["nova", "shimmer", "shimmer"]);
  });

  it("is told where all that fit are unknown", async () => {
    server.behave({ kind: "by voice", known: ["thorsten"] });
    expect(await failure()).toMatchObject({
      code: "bad_voice",
      advice: expect.stringContaining("does not know the voice"),
    });
  });

  it("is told where an administrator chose it", async () => {
    server.behave({ kind: "by voice", known: ["nova"] });
    const error = await failure(server.url, [["female", "anna"]]);
    expect(error).toMatchObject({ code: "bad_voice", advice: "The speech server does not know the voice 'anna'." });
    expect(server.calls).toHaveLength(1);
  });
});

describe("the list of a server's voices", () => {
  it.each<[string, unknown]>([
    ["names", { voices: ["af_heart", "am_adam"] }],
    ["things with ids", { voices: [{ id: "af_heart", name: "Heart" }, { id: "am_adam" }] }],
    ["things with names", { data: [{ name: "af_heart" }, { name: "am_adam" }, { speed: 1 }] }],
    ["a bare list", ["af_heart", "am_adam", "am_adam", ""]],
  ])("is read from %s", async (_form, offered) => {
    server.offer(offered);
    expect(await list(server.url)).toEqual(["af_heart", "am_adam"]);
  });

  it("is empty where it has none, and fails where it can't be reached", async () => {
    expect(await list(server.url)).toEqual([]);
    server.offer("no list");
    expect(await list(server.url)).toEqual([]);
    await expect(list("http://127.0.0.1:9/v1")).rejects.toThrow();
  });
});

const list = (baseUrl: string) => connectSpeechServer({ baseUrl, apiKey: undefined, model: "x" }, 5_000).listVoices();

const open: { close(): void; closeAllConnections(): void }[] = [];
afterAll(() => {
  for (const http of open) {
    http.close();
    http.closeAllConnections();
  }
});

/** A server of a test's own. */
async function serve(answer: (response: ServerResponse, path: string | undefined) => void): Promise<string> {
  const http = createServer((request, response) => {
    request.resume().on("end", () => answer(response, request.url));
  });
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = http.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
