import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { chat, listMessages } from "#shared/api/chat.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import type { Visitor } from "#tests/support/visitor.ts";

describe("without a language model", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  async function ask(message: string, pet: { language: string; species: string }) {
    const owner = await app.owner();
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit", ...pet } });
    const reply = await owner.call(chat, { params: { id }, body: { message, generateAudio: false } });
    return reply.message;
  }

  it.each([
    ["May dogs have grapes?", { language: "en-US", species: "dog" }, /^[^\n]*grapes[^\n]*vet[^\n]*$/i],
    ["Darfst du Weintrauben?", { language: "de-DE", species: "Hund" }, /^[^\n]*Weintrauben[^\n]*Tierarzt[^\n]*$/],
    ["ぶどう、一粒あげてもいい？", { language: "ja-JP", species: "犬" }, /^[^\n]*ぶどう[^\n]*獣医[^\n]*$/],
  ])("the plain warning is the whole reply: %s", async (message, pet, expected) => {
    const reply = await ask(message, pet);
    expect(reply.content).toMatch(expected);
    expect(reply).toMatchObject({ help: null, sources: null, status: "complete" });
  });

  it("an eaten poison is an emergency, and no question of care", async () => {
    const reply = await ask("my dog ate chocolate", { language: "en-US", species: "dog" });
    expect(reply.content.startsWith(reply.help ?? "-")).toBe(true);
    expect(reply.content).not.toContain("Chocolate:");
  });
});

describe("with a language model", () => {
  let talk: Chat;
  let owner: Visitor;
  let pet: string;
  beforeAll(async () => {
    talk = await startChat();
    owner = await talk.app.owner();
    pet = (await owner.call(createAgent, { body: { name: "Luna", language: "fr-FR", species: "chat" } })).id;
  });
  afterAll(() => talk?.stop());
  beforeEach(() => {
    talk.model.calls.length = 0;
    talk.model.behave(saying("Je préfère mes croquettes."));
  });

  it("comes before its words, and is told to it", async () => {
    const events = await talk.ask({ message: "Le raisin, ça te va ?" }, owner, pet);
    expect(events.some(({ type }) => type === "help")).toBe(false);
    expect(textOf(events)).toMatch(/^[^\n]*raisin[^\n]*vétérinaire[^\n]*\n\nJe préfère mes croquettes\.$/i);
    const [warning = ""] = textOf(events).split("\n\n");
    const asked = talk.model.calls[0]?.body.messages.at(-1)?.content ?? "";
    expect(asked).toContain(warning);
    expect(asked).toMatch(/kidneys[\s\S]*don't contradict it[\s\S]*no amounts/);
    const [, reply] = await owner.call(listMessages, {
      params: { sessionId: sessionOf(events) },
      query: {},
    });
    expect(reply).toMatchObject({ content: textOf(events), help: null, sources: null });
  });

  it("is the reply where it fails", async () => {
    talk.model.behave({ kind: "status", status: 500 });
    const events = await talk.ask({ message: "can cats have lilies?" }, owner, pet);
    expect(textOf(events)).toMatch(/^[^\n]*lilies[^\n]*vet[^\n]*$/i);
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: false });
  });

  it("is not said of other questions", async () => {
    const events = await talk.ask({ message: "Tu aimes le fromage ?" }, owner, pet);
    expect(textOf(events)).toBe("Je préfère mes croquettes.");
    expect(talk.model.calls[0]?.body.messages.at(-1)?.content).not.toContain("whether an animal may have");
  });
});
