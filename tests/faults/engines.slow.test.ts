import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LanguageModel } from "#server/models/chat/llm.ts";
import { createOpenAiModel } from "#server/models/chat/openai.ts";
import { createAzureSpeech } from "#server/voice/speech/azure.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";

import { type ChatEvent, chat, chatStream, createSession, listMessages } from "#shared/api/chat.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type AzureBehavior, type AzureServer, startAzureServer } from "../support/azure-server.ts";
import { type Behavior, type OpenAiServer, saying, startOpenAiServer } from "../support/openai-server.ts";
import { newPet, type Visitor } from "../support/visitor.ts";

/** Each engine twice: with the time limits of the product, and with short ones, for those that hang. */
let impatient: "model" | "voice" | "none" = "none";
let model: OpenAiServer;
let azure: AzureServer;
let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  model = await startOpenAiServer();
  azure = await startAzureServer();
  const openai = { apiKey: "sk-inner-key", baseUrl: model.url, model: "fake" };
  const usualModel = createOpenAiModel({ ...openai, timing: { backoff: [1, 1] } });
  const impatientModel = createOpenAiModel({ ...openai, timing: { firstToken: 300, silence: 300 } });
  const llm: LanguageModel = {
    engine: usualModel.engine,
    contextTokens: () => usualModel.contextTokens(),
    stream: (request, signal) => (impatient === "model" ? impatientModel : usualModel).stream(request, signal),
  };
  const account = { kind: "host", host: azure.host, key: "inner-speech-key" } as const;
  const usualVoice = createAzureSpeech(account, { retryMs: 1 });
  const impatientVoice = createAzureSpeech(account, { retryMs: 1, quietMs: 300 });
  const speech: SpeechSynthesizer = {
    engine: usualVoice.engine,
    synthesize: (utterance, signal) =>
      (impatient === "voice" ? impatientVoice : usualVoice).synthesize(utterance, signal),
    close: async () => {
      await Promise.all([usualVoice.close(), impatientVoice.close()]);
    },
  };
  app = await startTestApp({ engines: { llm, speech } });
  owner = await app.owner();
  pet = await newPet(owner);
});
afterAll(async () => {
  await app?.stop();
  await model?.stop();
  await azure?.stop();
});
beforeEach(() => {
  impatient = "none";
  azure.behave({ kind: "answer" });
  model.behave(saying("Woof! Here I am."));
});

interface Asked {
  sessionId: string;
  message?: string;
  retryMessageId?: string;
  generateAudio?: boolean;
}

async function ask({ message = "Are you there?", ...rest }: Asked): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message, ...rest } }))
    events.push(event);
  return events;
}
const begin = async () => (await owner.call(createSession, { body: { agentId: pet } })).id;
const messagesOf = (sessionId: string) => owner.call(listMessages, { params: { sessionId }, query: {} });
const innerDetails = /inner|sk-|127\.0\.0\.1|localhost|ECONN|socket|stack|\bat \//i;

describe("a language model that", () => {
  it.each<[string, Behavior, string, number]>([
    ["has no room (429)", { kind: "status", status: 429 }, "rate_limited", 503],
    ["fails (500)", { kind: "status", status: 500 }, "unavailable", 503],
    ["says nothing", { kind: "hang" }, "timeout", 503],
    ["falls silent in the middle", { kind: "hang", after: ["I", " am"] }, "timeout", 503],
    ["breaks off before a word", { kind: "cut", after: [], torn: true }, "unavailable", 503],
    ["breaks off in the middle", { kind: "cut", after: ["I", " am"], torn: true }, "unavailable", 503],
    ["answers with a page", { kind: "garbage", type: "text/html", body: "<h1>inner</h1>" }, "wrong_address", 502],
    [
      "answers with nonsense",
      { kind: "garbage", type: "text/event-stream", body: "data: {inner\n\n" },
      "unavailable",
      503,
    ],
    ["answers with nothing", { kind: "tokens", tokens: [] }, "empty", 502],
  ])(
    "%s is an error for a person; the question is kept, and the next try succeeds [T86]",
    async (_what, behavior, code, status) => {
      const sessionId = await begin();
      impatient = behavior.kind === "hang" ? "model" : "none";
      model.behave(behavior);
      const events = await ask({ sessionId });
      expect(events.at(-1)).toMatchObject({ type: "error", code, error: expect.stringMatching(/^[A-Z].*\.$/) });
      expect(JSON.stringify(events)).not.toMatch(innerDetails);
      const [question, ...others] = await messagesOf(sessionId);
      expect(question).toMatchObject({ content: "Are you there?", status: "failed" });
      expect(others).toEqual([]);
      const retry = { message: "Are you there?", sessionId, retryMessageId: question?.id ?? "" };
      const atOnce = await owner.attempt(chat, { params: { id: pet }, body: retry });
      expect(atOnce).toMatchObject({ status, body: { code, error: expect.any(String) } });

      impatient = "none";
      model.behave(saying("Here I am."));
      expect((await ask(retry)).at(-1)).toMatchObject({ type: "complete" });
      expect((await messagesOf(sessionId)).map((message) => [message.content, message.status])).toEqual([
        ["Are you there?", "complete"],
        ["Here I am.", "complete"],
      ]);
    },
  );
});

describe("a voice that", () => {
  it.each<[string, AzureBehavior]>([
    ["says nothing", { kind: "silence" }],
    ["breaks off", { kind: "cut" }],
    ["answers with nonsense", { kind: "garbage" }],
    ["answers with an empty message", { kind: "garbage", empty: true }],
    ["answers without a sound", { kind: "empty" }],
    ["hangs up", { kind: "close", code: 1011, reason: "inner error" }],
  ])(
    "%s leaves the reply its text, which the built-in voice speaks; the next one is spoken by it again [T92]",
    async (_what, behavior) => {
      const sessionId = await begin();
      impatient = "voice";
      azure.behave(behavior);
      const events = await ask({ sessionId, generateAudio: true });
      const clip = expect.stringContaining("/audio");
      expect(events.at(-1)).toMatchObject({ type: "complete", audioUrl: clip, stopped: false });
      expect(JSON.stringify(events)).not.toMatch(innerDetails);
      expect((await messagesOf(sessionId)).map(({ content, audioUrl }) => [content, audioUrl])).toEqual([
        ["Are you there?", null],
        ["Woof! Here I am.", clip],
      ]);

      impatient = "none";
      azure.behave({ kind: "answer" });
      const next = await ask({ sessionId, generateAudio: true });
      expect(next.at(-1)).toMatchObject({ type: "complete", audioUrl: expect.stringContaining("/audio") });
    },
  );
});
