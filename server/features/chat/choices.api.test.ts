import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatEvent, chat, chatStream, listMessages } from "#shared/api/chat.ts";
import { addDiaryEntry } from "#shared/api/diary.ts";
import { getTranscript } from "#shared/api/history.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { sessionOf, textOf } from "#tests/support/chat.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const meals = ["What do you eat for breakfast?", "What do you eat for dinner?"];
const choices = meals.map((question) => ({ label: question, question }));

let app: TestApp;
let owner: Visitor;
let pet: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  pet = await newPet(owner);
  for (const [question, answer] of [
    [meals[0], "Porridge with a carrot."],
    [meals[1], "Beef and rice."],
  ] as const)
    await owner.call(addDiaryEntry, { params: { id: pet }, body: { question: question ?? "", answer } });
});
afterAll(() => app?.stop());

async function ask(message: string, sessionId?: string): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  const body = { message, ...(sessionId === undefined ? {} : { sessionId }) };
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body })) events.push(event);
  return events;
}
const kindsOf = (events: readonly ChatEvent[]) => events.map(({ type }) => type).filter((type) => type !== "content");

describe("a reply that asks the person to choose", () => {
  it("tells the choices after its content, before its end, and once", async () => {
    const events = await ask("what do you eat");
    expect(kindsOf(events)).toEqual(["session", "user_message_saved", "choices", "complete"]);
    expect(events.at(-2)).toEqual({ type: "choices", choices });
  });

  it("still has them when it is read again, in the chat and in the history, and the pet knows them in the next turn", async () => {
    const id = sessionOf(await ask("what do you eat"));
    const stored = await owner.call(listMessages, { params: { sessionId: id }, query: {} });
    expect(stored.map((message) => message.choices)).toEqual([null, choices]);
    const { messages } = await owner.call(getTranscript, { params: { id } });
    expect(messages[1]?.choices).toEqual(choices);
    const picked = await ask("the second one", id);
    expect(kindsOf(picked)).not.toContain("choices");
    expect(textOf(picked)).toContain("Beef and rice.");
  });

  it("leaves the question to the owner where the person says that none is meant, and only then", async () => {
    const open = async () => (await owner.call(listOpenQuestions, { params: { id: pet } })).map((one) => one.question);
    await ask("the first one", sessionOf(await ask("breakfast or dinner?")));
    await ask("No, something else", sessionOf(await ask("dinner or breakfast?")));
    await expect.poll(open).toEqual(["dinner or breakfast?"]);
  });

  it("has them in the reply that comes at once", async () => {
    const { message } = await owner.call(chat, { params: { id: pet }, body: { message: "what do you eat" } });
    expect(message.choices).toEqual(choices);
  });

  it("tells none where only the help of an emergency was said", async () => {
    const helped = await ask("My dog has eaten rat poison, what do I do?");
    expect(kindsOf(helped)).toEqual(["session", "user_message_saved", "help", "complete"]);
    const stored = await owner.call(listMessages, { params: { sessionId: sessionOf(helped) }, query: {} });
    expect(stored[1]?.choices).toBeNull();
  });
});
