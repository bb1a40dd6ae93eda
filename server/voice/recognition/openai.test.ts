import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { createOpenAiRecognizer } from "./openai.ts";
import { RecognitionError } from "./recognition.ts";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.transcriptions.length = 0;
  server.hear({ kind: "text", text: "Who is a good dog?" });
});

const calm = () => new AbortController().signal;
const recording = (language = "en-US") => ({ samples: Int16Array.from([1, -2, 3, 32_767]), language });
const recognize = (language = "en-US", timeoutMs = 10_000) =>
  createOpenAiRecognizer({ apiKey: "sk-test", baseUrl: server.url, model: "whisper-1", timeoutMs }).recognize(
    recording(language),
    calm(),
  );
const failureOf = async (attempt: Promise<string>) => {
  const error: unknown = await attempt.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RecognitionError);
  return error instanceof RecognitionError ? error.code : undefined;
};

describe("recognition behind the OpenAI API", () => {
  it("sends a WAV file with its name, the model and the language, and gives the text", async () => {
    expect(await recognize("pt-BR")).toBe("Who is a good dog?");
    const [call] = server.transcriptions;
    expect(call).toMatchObject({
      name: "recording.wav",
      type: "audio/wav",
      fields: { model: "whisper-1", language: "pt", response_format: "json" },
      authorization: "Bearer sk-test",
    });
    const file = Buffer.from(call?.bytes ?? []);
    expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
    expect([file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([1, 16_000, 16]);
    expect([file.readInt16LE(44), file.readInt16LE(46), file.readInt16LE(50)]).toEqual([1, -2, 32_767]);
  });

  it.each([
    ["  Hello,\n  Tucker. ", "Hello, Tucker."],
    ["[BLANK_AUDIO]", ""],
    ["(wind blowing)", ""],
    ["♪♪", ""],
    ["", ""],
    ["I said (quietly) hello.", "I said (quietly) hello."],
  ])("reads %j as %j", async (text, read) => {
    server.hear({ kind: "text", text });
    expect(await recognize()).toBe(read);
  });

  it.each([
    [401, "unauthorized"],
    [403, "unauthorized"],
    [404, "unsupported"],
    [405, "unsupported"],
    [501, "unsupported"],
    [400, "failed"],
    [413, "failed"],
  ])("takes %i for '%s', and does not ask again", async (status, code) => {
    server.hear({ kind: "status", status });
    expect(await failureOf(recognize())).toBe(code);
    expect(server.transcriptions).toHaveLength(1);
  });

  it("knows a server whose model can't do it by what it says", async () => {
    server.hear({ kind: "status", status: 400, message: "The model does not support Transcriptions API" });
    expect(await failureOf(recognize())).toBe("unsupported");
  });

  it("knows a server that answers an unknown path with 200", async () => {
    server.hear({ kind: "garbage", type: "application/json", body: '{"error":"Unexpected endpoint or method."}' });
    expect(await failureOf(recognize())).toBe("unsupported");
  });

  it.each([
    ["application/json", '{"text":'],
    ["application/json", '{"words":[]}'],
    ["text/html", "<p>Bad gateway"],
    ["application/json", ""],
  ])("refuses an answer that is none: %s %s", async (type, body) => {
    server.hear({ kind: "garbage", type, body });
    expect(await failureOf(recognize())).toBe("failed");
  });

  it.each([429, 500, 503])("asks once more after %i", async (status) => {
    server.hear({ kind: "status", status, headers: { "Retry-After": "0" } }, { kind: "text", text: "Again." });
    expect(await recognize()).toBe("Again.");
    server.hear({ kind: "status", status, headers: { "Retry-After": "0" } });
    expect(await failureOf(recognize())).toBe(status === 429 ? "rate_limited" : "unavailable");
    expect(server.transcriptions).toHaveLength(4);
  });

  it("does not wait for a server that wants a long pause, or that is paid no more", async () => {
    server.hear({ kind: "status", status: 429, headers: { "Retry-After": "60" } });
    expect(await failureOf(recognize())).toBe("rate_limited");
    server.hear({ kind: "status", status: 429, code: "insufficient_quota" });
    expect(await failureOf(recognize())).toBe("rate_limited");
    expect(server.transcriptions).toHaveLength(2);
  });

  it("gives up on a server that says nothing", async () => {
    server.hear({ kind: "hang" });
    expect(await failureOf(recognize("en-US", 300))).toBe("timeout");
    expect(await server.transcriptions[0]?.left).toBe(true);
  });

  it("hangs up at once when it is called off", async () => {
    server.hear({ kind: "hang" });
    const controller = new AbortController();
    const recognizer = createOpenAiRecognizer({ apiKey: undefined, baseUrl: server.url, model: "whisper-1" });
    const attempt = recognizer.recognize(recording(), controller.signal);
    await expect.poll(() => server.transcriptions.length).toBe(1);
    controller.abort();
    await expect(attempt).rejects.toBe(controller.signal.reason);
    expect(await server.transcriptions[0]?.left).toBe(true);
  });

  it("says so where nobody is there", async () => {
    const nobody = createOpenAiRecognizer({ apiKey: "k", baseUrl: "http://127.0.0.1:9/v1", model: "whisper-1" });
    expect(await failureOf(nobody.recognize(recording(), calm()))).toBe("unavailable");
  });
});
