import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { createAzureRecognizer } from "./azure.ts";
import { type OnPartial, RecognitionError, type SpeechRecognizer } from "./recognition.ts";

let server: AzureServer;
let recognizer: SpeechRecognizer;
beforeAll(async () => {
  server = await startAzureServer();
  recognizer = recognizerWith(20_000);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.recognitions.length = 0;
  server.connections.length = 0;
  server.attempts = 0;
  server.behave({ kind: "answer" });
  server.upgrade("accept");
  server.hear([{ text: "Hello there." }]);
});

const recognizerWith = (answer: number, key = "a-secret-key") =>
  createAzureRecognizer({ kind: "host", host: server.host, key }, { answer, backoff: 5 });

const calm = () => new AbortController().signal;
const recording = (language = "en-US", seconds = 1) => ({
  samples: Int16Array.from({ length: seconds * 16_000 }, (_, index) => index % 1000),
  language,
});
function listen(signal = calm()) {
  const partials: string[] = [];
  const finals: { text: string; seconds: number }[] = [];
  const onPartial: OnPartial = (text, seconds) => {
    partials.push(text);
    if (seconds !== undefined) finals.push({ text, seconds });
  };
  const listening = recognizer.listen?.({ language: "en-US", onPartial }, signal);
  if (listening === undefined) throw new Error("It does not listen.");
  return { listening, partials, finals };
}
const failureOf = async (attempt: Promise<string>) => {
  const error: unknown = await attempt.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RecognitionError);
  return error instanceof RecognitionError ? error : undefined;
};

describe("recognition by Azure Speech", () => {
  it("sends the samples and the language, and joins the phrases with their punctuation", async () => {
    server.hear([{ text: "Hello there." }, { text: "", status: "NoMatch" }, { text: "What's for breakfast?" }]);
    expect(await recognizer.recognize(recording("en-GB"), calm())).toBe("Hello there. What's for breakfast?");
    const [heard] = server.recognitions;
    expect(heard).toMatchObject({ language: "en-GB", ended: true });
    expect(heard?.audio.subarray(44)).toEqual(Buffer.from(recording().samples.buffer));
    expect(server.connections[0]?.key).toBe("a-secret-key");
  });

  it("joins phrases of languages without spaces as they are written", async () => {
    server.hear([{ text: "你好。" }, { text: "我是你的狗。" }]);
    expect(await recognizer.recognize(recording("zh-CN"), calm())).toBe("你好。我是你的狗。");
  });

  it.each(["NoMatch", "InitialSilenceTimeout", "BabbleTimeout"] as const)("hears nothing in %s", async (status) => {
    server.hear([{ text: "", status }]);
    expect(await recognizer.recognize(recording(), calm())).toBe("");
  });

  it("hears nothing in a turn without phrases", async () => {
    server.behave({ kind: "empty" });
    expect(await recognizer.recognize(recording(), calm())).toBe("");
  });

  it("keeps recordings apart that are recognised at the same time", async () => {
    server.hear([{ text: "One." }], [{ text: "Two." }], [{ text: "Three." }]);
    const texts = await Promise.all([1, 2, 3].map(() => recognizer.recognize(recording(), calm())));
    expect(texts.sort()).toEqual(["One.", "Three.", "Two."]);
    expect(server.connections).toHaveLength(3);
  });

  it.each([401, 403])("says that the key was refused: %i, and never shows it", async (status) => {
    server.upgrade(status);
    const failure = await failureOf(recognizer.recognize(recording(), calm()));
    expect(failure?.code).toBe("unauthorized");
    expect(failure?.message).not.toContain("a-secret-key");
  });

  it("asks once more when it is busy, and then says so", async () => {
    server.hear([{ text: "", status: "TooManyRequests" }], [{ text: "Again." }]);
    expect(await recognizer.recognize(recording(), calm())).toBe("Again.");
    server.upgrade(429);
    expect((await failureOf(recognizer.recognize(recording(), calm())))?.code).toBe("rate_limited");
  });

  it("asks once more when the service hangs up, and then says so", async () => {
    for (const behavior of [{ kind: "cut" }, { kind: "close", code: 4429 }, { kind: "close", code: 1000 }] as const) {
      server.behave(behavior, { kind: "answer" });
      expect(await recognizer.recognize(recording(), calm())).toBe("Hello there.");
      server.behave(behavior);
      expect((await failureOf(recognizer.recognize(recording(), calm())))?.code).toBe("unavailable");
    }
  });

  it.each([500, 503])("says that it is away: %i", async (status) => {
    server.upgrade(status);
    expect((await failureOf(recognizer.recognize(recording(), calm())))?.code).toBe("unavailable");
  });

  it("says that it is away when the service reports an error", async () => {
    server.hear([{ text: "", status: "Error" }]);
    expect((await failureOf(recognizer.recognize(recording(), calm())))?.code).toBe("unavailable");
  });

  it.each(["silence", "garbage"] as const)("survives %s, and works on afterwards", async (kind) => {
    const hasty = recognizerWith(1_000);
    server.behave({ kind });
    const failure = await failureOf(hasty.recognize(recording(), calm()));
    expect(["timeout", "unavailable"]).toContain(failure?.code);
    server.behave({ kind: "answer" });
    expect(await recognizer.recognize(recording(), calm())).toBe("Hello there.");
  });

  it("survives a frame without anything in it, on which the SDK throws where nobody can catch it", async () => {
    const wicked = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    wicked.on("connection", (socket) => socket.once("message", () => socket.send("")));
    await once(wicked, "listening");
    const address = wicked.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const failure = await failureOf(
      createAzureRecognizer({ kind: "host", host: `ws://127.0.0.1:${port}`, key: "k" }).recognize(recording(), calm()),
    );
    expect(failure?.code).toBe("unavailable");
    await new Promise((resolve) => wicked.close(resolve));
  });

  it("gives up on a service that does not even answer the door", async () => {
    server.upgrade("silence");
    expect((await failureOf(recognizerWith(1_000).recognize(recording(), calm())))?.code).toBe("timeout");
  });

  it("gives what it understood so far while one speaks, and its own correction at the end", async () => {
    server.hear([
      {
        text: "I like the park.",
        partials: [
          { at: 0.2, text: "i like" },
          { at: 0.5, text: "i like the bark" },
        ],
        at: 1,
      },
      { text: "And you?", partials: [{ at: 1.5, text: "and" }] },
    ]);
    const { listening, partials, finals } = listen();
    listening.write(recording("en-US", 2).samples);
    await expect
      .poll(() => partials)
      .toEqual(["i like", "i like the bark", "I like the park.", "I like the park. and"]);
    expect(finals).toEqual([{ text: "I like the park.", seconds: 0.8 }]);
    listening.end();
    expect(await listening.text).toBe("I like the park. And you?");
    expect(server.recognitions[0]?.audio.subarray(44)).toEqual(Buffer.from(recording("en-US", 2).samples.buffer));
  });

  it.each([
    ["the line drops", { kind: "cut", at: 0.5 }],
    ["it is throttled", { kind: "close", code: 4429, at: 0.5 }],
    ["the service hangs up", { kind: "close", code: 1000, at: 0.5 }],
  ] as const)("sends all once more when %s in the middle of a sentence", async (_what, behavior) => {
    server.behave(behavior, { kind: "answer" });
    server.hear([{ text: "Lost.", partials: [{ at: 0.2, text: "lo" }] }], [{ text: "All of it." }]);
    const { listening, partials } = listen();
    const { samples } = recording("en-US", 2);
    listening.write(samples.slice(0, 6_000));
    // The SDK gives a partial text later than it sees the line drop: what comes in one go with the drop may be lost.
    await expect.poll(() => partials).toEqual(["lo"]);
    listening.write(samples.slice(6_000, 16_000));
    await expect.poll(() => server.connections.length).toBeGreaterThan(1);
    listening.write(samples.slice(16_000));
    listening.end();
    expect(await listening.text).toBe("All of it.");
    expect(server.recognitions.at(-1)?.audio.subarray(44)).toEqual(Buffer.from(samples.buffer));
    await Promise.all(server.connections.map(({ closed }) => closed));
  });

  it("gives up, before the end too, when the line drops again", async () => {
    server.behave({ kind: "cut", at: 0.5 });
    const { listening } = listen();
    listening.write(recording().samples);
    expect((await failureOf(listening.text))?.code).toBe("unavailable");
    listening.write(recording().samples);
    listening.end();
    await Promise.all(server.connections.map(({ closed }) => closed));
  });

  it("hears nothing where nothing is written", async () => {
    server.behave({ kind: "empty" });
    const { listening } = listen();
    listening.end();
    expect(await listening.text).toBe("");
  });

  it("hangs up when whoever speaks is gone", async () => {
    const controller = new AbortController();
    const { listening } = listen(controller.signal);
    listening.write(recording().samples);
    await expect.poll(() => server.connections.length).toBe(1);
    controller.abort();
    await expect(listening.text).rejects.toBe(controller.signal.reason);
    await server.connections[0]?.closed;
  });

  it("hangs up when it is called off", async () => {
    server.behave({ kind: "silence" });
    const controller = new AbortController();
    const attempt = recognizer.recognize(recording(), controller.signal);
    await expect.poll(() => server.recognitions.length).toBe(1);
    controller.abort();
    await expect(attempt).rejects.toBe(controller.signal.reason);
    await server.connections[0]?.closed;
  });
});
