import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "../../../shared/api/agents.ts";
import { type ChatEvent, chat } from "../../../shared/api/chat.ts";
import { startTestApp, type TestApp } from "../../../tests/support/app.ts";
import { type Chat, sessionOf, startChat, textOf } from "../../../tests/support/chat.ts";
import { saying } from "../../../tests/support/openai-server.ts";
import type { Visitor } from "../../../tests/support/visitor.ts";

let talk: Chat;
let spoken: string[] = [];

beforeAll(async () => {
  talk = await startChat({
    engine: { kind: "embedded", name: "test" },
    synthesize: async ({ text }) => {
      spoken.push(text);
      return Uint8Array.from([0xff, 0xf3, 0x64, 0xc4, ...new Array<number>(140).fill(0)]);
    },
    close: async () => {},
  });
});
afterAll(() => talk?.stop());
beforeEach(() => {
  spoken = [];
  talk.model.calls.length = 0;
  talk.model.behave(saying("I am right here."));
});

const helpOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === "help" ? [event.text] : [])).join();

describe("words of an emergency in a chat", () => {
  it("are met with plain help first, then with the pet's own words, and kept so", async () => {
    const events = await talk.ask({ message: "Help, I just saw you eat rat poison!" });
    const help = helpOf(events);
    expect(help).toMatch(/^This sounds like an emergency.*call your vet.*I am an AI/);
    expect(textOf(events)).toBe(`${help}\n\nI am right here.`);
    const [question, reply] = await talk.messagesOf(sessionOf(events));
    expect(question).toMatchObject({ status: "complete", help: null });
    expect(reply).toMatchObject({ status: "complete", help, content: textOf(events) });
  });

  it("come to the model with what was said before, and the wish to be gentle", async () => {
    await talk.ask({ message: "I want to kill myself" });
    expect(talk.model.calls[0]?.body.messages.at(-1)?.content).toMatch(/a person is in danger[\s\S]*988[\s\S]*no joke/);
    await talk.ask({ message: "Shall we go for a walk?" });
    expect(JSON.stringify(talk.model.calls[1]?.body.messages)).not.toContain("is in danger");
  });

  it("are spoken in the same order", async () => {
    await talk.ask({ message: "My dog is not breathing", generateAudio: true });
    const whole = spoken.join(" ");
    expect(whole).toMatch(/^This sounds like an emergency/);
    expect(whole.indexOf("right here")).toBeGreaterThan(whole.indexOf("I am an AI"));
  });

  it.each([
    ["Ich will nicht mehr leben", /^Ich höre kurz auf zu spielen.*findahelpline\.com/],
    ["mi perro no respira", /^Esto suena a una emergencia/],
    ["死にたい", /^少しのあいだ.*AI.*findahelpline\.com/],
    ["لا أريد أن أعيش", /^سأتوقف عن اللعب/],
  ])("are answered with help in their own language though the model fails: %s", async (message, expected) => {
    talk.model.behave({ kind: "status", status: 500 });
    const events = await talk.ask({ message });
    expect(textOf(events)).toMatch(expected);
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: false });
    const [question, reply] = await talk.messagesOf(sessionOf(events));
    expect(question?.status).toBe("complete");
    expect(reply).toMatchObject({ content: helpOf(events), help: helpOf(events), status: "complete" });
  });

  it("keep what the pet had said when its model broke off", async () => {
    talk.model.behave({ kind: "cut", after: ["I am", " here"], torn: true });
    const events = await talk.ask({ message: "my dog is having a seizure" });
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply?.content).toBe(`${helpOf(events)}\n\nI am here`);
  });

  it("are answered the same way all at once", async () => {
    talk.model.behave({ kind: "status", status: 500 });
    const { message } = await talk.owner.call(chat, {
      params: { id: talk.pet },
      body: { message: "I want to die", generateAudio: false },
    });
    expect(message.help).toMatch(/988/);
    expect(message.content).toBe(message.help);
  });
});

describe("everyday talk", () => {
  it("brings no help", async () => {
    const events = await talk.ask({ message: "I'm dying to see you, do you like chocolate?" });
    expect(events.some(({ type }) => type === "help")).toBe(false);
    expect((await talk.messagesOf(sessionOf(events)))[1]?.help).toBeNull();
  });
});

describe("without a language model", () => {
  let app: TestApp;
  let owner: Visitor;
  beforeAll(async () => {
    app = await startTestApp();
    owner = await app.owner();
  });
  afterAll(() => app.stop());

  it("the pet adds one gentle sentence, and no joke or quotation", async () => {
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit", language: "nl-NL" } });
    const { message } = await owner.call(chat, {
      params: { id },
      body: { message: "mijn hond heeft rattengif gegeten", generateAudio: false },
    });
    expect(message.content).toBe(`${message.help}\n\nBel alsjeblieft nu. Ik blijf dicht bij je.`);
    expect(message.sources).toBeNull();
  });
});
