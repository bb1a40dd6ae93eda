import { createAzureSpeech } from "#server/voice/speech/azure.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import { type ChatEvent, chatStream, createSession, listMessages } from "#shared/api/chat.ts";
import { startTestApp } from "./app.ts";
import { startAzureServer } from "./azure-server.ts";
import { startOpenAiServer } from "./openai-server.ts";
import { newPet, type Visitor } from "./visitor.ts";

interface Asked {
  message?: string;
  sessionId?: string;
  generateAudio?: boolean;
  soundInStream?: boolean;
  retryMessageId?: string;
  continues?: string;
  edits?: string;
  greeting?: string;
  timeZone?: string;
  isTemporary?: boolean;
  signal?: AbortSignal;
}

/** A test app whose language model is a fake server, and an owner with a pet who talks with it. */
export async function startChat(speech?: SpeechSynthesizer) {
  const model = await startOpenAiServer();
  const app = await startTestApp({
    env: { OPENAI_BASE_URL: model.url },
    engines: speech === undefined ? {} : { speech },
  });
  const owner = await app.owner();
  const pet = await newPet(owner);
  return {
    model,
    app,
    owner,
    pet,
    async ask({ message = "Hello?", signal, ...rest }: Asked = {}, by: Visitor = owner, agent = pet) {
      const events: ChatEvent[] = [];
      for await (const event of by.stream(chatStream, { params: { id: agent }, body: { message, ...rest } }, signal))
        events.push(event);
      return events;
    },
    begin: async (by: Visitor = owner, agentId = pet) => (await by.call(createSession, { body: { agentId } })).id,
    messagesOf: (sessionId: string, by: Visitor = owner) => by.call(listMessages, { params: { sessionId }, query: {} }),
    async stop() {
      await app.stop();
      await model.stop();
    },
  };
}

/** As `startChat`, and the pet speaks by a fake Azure. */
export async function startSpokenChat() {
  const azure = await startAzureServer();
  const chat = await startChat(createAzureSpeech({ kind: "host", host: azure.host, key: "key" }, { retryMs: 10 }));
  return {
    ...chat,
    azure,
    async stop() {
      await chat.stop();
      await azure.stop();
    },
  };
}

export type Chat = Awaited<ReturnType<typeof startChat>>;

export const textOf = (events: readonly ChatEvent[]): string =>
  events.flatMap((event) => (event.type === "content" ? [event.content] : [])).join("");
export const sessionOf = (events: readonly ChatEvent[]): string =>
  events.flatMap((event) => (event.type === "session" ? [event.sessionId] : []))[0] ?? "";
