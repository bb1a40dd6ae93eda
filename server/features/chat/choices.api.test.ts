import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LanguageModelError } from "#server/models/chat/llm.ts";
import type { Turn } from "#server/understanding/turns/turn.ts";
import { type ChatEvent, chat, chatStream, listMessages } from "#shared/api/chat.ts";
import { getTranscript } from "#shared/api/history.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { sessionOf } from "#tests/support/chat.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const choices = [
  { label: "my favorite food", question: "What is my favorite food?" },
  { label: "my bed", question: "Where do I sleep?" },
];

let app: TestApp;
let owner: Visitor;
let pet: string;
let fails = false;
let turnsSeen: readonly Turn[] = [];

beforeAll(async () => {
  app = await startTestApp({
    engines: {
      llm: {
        engine: { kind: "embedded", name: "asks back" },
        async *stream({ scene, onChoices }) {
          turnsSeen = scene.turns;
          if (!scene.question.endsWith("?!")) return yield "Woof.";
          onChoices?.(choices);
          yield "Do you mean my favorite food, ";
          if (fails) throw new LanguageModelError("unavailable", "test");
          yield "or my bed?";
        },
      },
    },
  });
  owner = await app.owner();
  pet = await newPet(owner);
});
afterAll(() => app?.stop());
beforeEach(() => {
  fails = false;
});

async function ask(message: string, sessionId?: string): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  const body = { message, ...(sessionId === undefined ? {} : { sessionId }) };
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body })) events.push(event);
  return events;
}
const kindsOf = (events: readonly ChatEvent[]) => events.map(({ type }) => type).filter((type) => type !== "content");

describe("a reply that asks the person to choose", () => {
  it("tells the choices after its content, before its end, and once", async () => {
    const events = await ask("What do you like best?!");
    expect(kindsOf(events)).toEqual(["session", "user_message_saved", "choices", "complete"]);
    expect(events.at(-2)).toEqual({ type: "choices", choices });
  });

  it("still has them when it is read again, in the chat and in the history, and the pet knows them in the next turn", async () => {
    const id = sessionOf(await ask("What do you like best?!"));
    const stored = await owner.call(listMessages, { params: { sessionId: id }, query: {} });
    expect(stored.map((message) => message.choices)).toEqual([null, choices]);
    const { messages } = await owner.call(getTranscript, { params: { id } });
    expect(messages[1]?.choices).toEqual(choices);
    expect(kindsOf(await ask("the first one", id))).not.toContain("choices");
    expect(turnsSeen.at(-1)).toMatchObject({ role: "assistant", choices });
  });

  it("leaves the question to the owner where the person says that none is meant, and only then", async () => {
    const open = async () => (await owner.call(listOpenQuestions, { params: { id: pet } })).map((one) => one.question);
    const picking = sessionOf(await ask("Which xylophone do you like?!"));
    await ask("my bed", picking);
    const declining = sessionOf(await ask("Have you flown a kite in Norway?!"));
    await ask("no", declining);
    await expect.poll(open).toEqual(["Have you flown a kite in Norway?!"]);
  });

  it("has them in the reply that comes at once", async () => {
    const { message } = await owner.call(chat, { params: { id: pet }, body: { message: "What?!" } });
    expect(message.choices).toEqual(choices);
  });

  it("tells none where the reply failed, or where only the help of an emergency was said", async () => {
    fails = true;
    expect(kindsOf(await ask("What do you like best?!"))).toEqual(["session", "user_message_saved", "error"]);
    const helped = await ask("My dog has eaten rat poison, what do I do?!");
    expect(kindsOf(helped)).toEqual(["session", "user_message_saved", "help", "complete"]);
    const stored = await owner.call(listMessages, { params: { sessionId: sessionOf(helped) }, query: {} });
    expect(stored[1]?.choices).toBeNull();
  });
});
