import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, setInMemory } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { getOpening } from "#shared/api/opening.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let params: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  const { id } = await owner.call(createAgent, { body: { name: "Luna", birthday: "2012-05-04" } });
  params = { id };
  const toy = (await owner.call(listDiaryQuestions, {})).find(({ key }) => key === "favorite_toy");
  await owner.call(saveDiaryAnswer, { params, body: { questionId: toy?.id ?? "", answer: "I love my yellow duck." } });
  await owner.call(setInMemory, { params, body: { diedOn: "2026-03-01", isAtRest: false } });
});
afterAll(() => app.stop());

const ask = async (message: string) => (await owner.call(chat, { params, body: { message } })).message;

describe("a pet in memory", () => {
  it("tells its diary in a quotation, as what it used to tell", async () => {
    const { content, sources } = await ask("What is your favorite toy?");
    expect(content).toMatch(/(used to tell|told it|I said).*“I love my yellow duck.”/);
    expect(sources).toHaveLength(1);
  });

  it("says plainly that it died, how old it became, and that it doesn't wait", async () => {
    expect((await ask("Are you alive?")).content).toMatch(/^No.*March 1, 2026/);
    expect((await ask("How old are you?")).content).toMatch(/lived to the age of 13 years/);
    expect((await ask("Are you waiting for me?")).content).toMatch(/not waiting anywhere|Nobody is waiting/);
  });

  it("is asked no care, and its owner nothing", async () => {
    expect((await ask("Can you eat grapes?")).content).not.toMatch(/vet/);
    await ask("Did you like the snow?");
    expect(await owner.call(listOpenQuestions, { params })).toEqual([]);
  });

  it("opens a chat with what was", async () => {
    const { greeting, ready, starters } = await owner.call(getOpening, { params });
    expect(greeting).toMatch(/What was told of Luna is kept here/);
    expect(ready).toBe("You can ask about my life, or remember something.");
    expect(starters).toEqual([{ question: "What was your favorite toy?", isKnown: true }]);
  });

  it("that is put to rest is talked with no more, until that is taken back", async () => {
    await owner.call(setInMemory, { params, body: { diedOn: "2026-03-01", isAtRest: true } });
    expect(await owner.attempt(chat, { params, body: { message: "Hello" } })).toMatchObject({
      status: 409,
      body: { error: "Luna has been put to rest. What was told stays here to read." },
    });
    await owner.call(setInMemory, { params, body: { diedOn: "2026-03-01", isAtRest: false } });
    expect((await ask("Hello")).content).toMatch(/Hello/);
  });
});
