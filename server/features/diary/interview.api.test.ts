import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import {
  type DiaryQuestion,
  hearInterview,
  listDiaryAnswers,
  listDiaryQuestions,
  listInterviewSayings,
  listPetQuestions,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import type { InputOf } from "#shared/route.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let model: OpenAiServer;
let owner: Visitor;
let id: string;
let questions: DiaryQuestion[];

async function start(env: Record<string, string>) {
  app = await startTestApp({ env });
  owner = await app.owner();
  id = await newPet(owner);
  questions = await owner.call(listDiaryQuestions, {});
}
const idOf = (key: string) => questions.find((question) => question.key === key)?.id ?? "";
type More = Partial<InputOf<typeof hearInterview>["body"]>;
const tell = (key: string, said: string, more: More = {}) =>
  owner.call(hearInterview, { params: { id }, body: { said, questionId: idOf(key), ...more } });
const save = (key: string, answer: string) =>
  owner.call(saveDiaryAnswer, { params: { id }, body: { questionId: idOf(key), answer } });

describe("Will without a language model", () => {
  beforeAll(() => start({}));
  afterAll(() => app.stop());

  it("answers what is no answer, and saves nothing", async () => {
    expect(await tell("birthday", "why do you ask?")).toMatchObject({ kind: "question", answer: null });
    expect(await tell("birthday", "what do you mean?")).toMatchObject({ reply: expect.stringContaining("When was") });
    expect(await tell("birthday", "can we stop?")).toMatchObject({ kind: "stop", answer: null });
    expect(await tell("birthday", "lol")).toMatchObject({ kind: "other", answer: null });
    expect(await tell("fears", "Nothing")).toMatchObject({ kind: "answer", answer: "Nothing", followUp: null });
    expect(await owner.call(listDiaryAnswers, { params: { id } })).toEqual([]);
  });

  it("changes the number alone where a number is corrected", async () => {
    await save("birthday", "In spring 2018");
    const previous = { previousId: idOf("birthday") };
    expect(await tell("size", "no, I meant 2019", previous)).toMatchObject({
      ...{ kind: "correction", answer: "In spring 2019" },
    });
    expect(await tell("size", "I meant in May", previous)).toMatchObject({ answer: "in May" });
    await save("size", "She weighs 4 kilos and is 30 cm tall");
    expect(await tell("fears", "no, I meant 5 kilos", { previousId: idOf("size") })).toMatchObject({
      answer: "She weighs 5 kilos and is 30 cm tall",
    });
    expect(await tell("size", "no, I meant 4 kilos")).toMatchObject({ kind: "answer", answer: "4 kilos" });
  });

  it("asks further once where a scene is told, never where it is sad, and adds what is said to it", async () => {
    const told = await tell("naughty", "He ate the whole birthday cake.");
    expect(told.followUp).toEqual({ text: expect.stringMatching(/face look like afterwards/), language: "en-US" });
    expect((await tell("funny_story", "It was the day before he died, I miss him so much.")).followUp).toBeNull();
    expect((await tell("favorite_food", "He loves ham and cheese.")).followUp).toBeNull();
    await save("naughty", "He ate the cake");
    const further = { followUp: "What did his face look like?", previousId: idOf("naughty") };
    expect(await tell("naughty", "Like an angel", further)).toMatchObject({
      ...{ answer: "He ate the cake. Like an angel", followUp: null },
    });
    expect(await tell("naughty", "skip", further)).toMatchObject({ kind: "skip", answer: null });
  });

  it("asks once where it is not sure, and writes it down at a yes or when it is said again", async () => {
    expect(await tell("size", "on the sofa")).toMatchObject({ kind: "unsure", answer: "on the sofa" });
    const unsure = { unsure: "on the sofa" };
    expect(await tell("size", "yes please", unsure)).toMatchObject({ kind: "answer", answer: "on the sofa" });
    expect(await tell("size", "no", unsure)).toMatchObject({ kind: "other", answer: null });
    expect(await tell("size", "no, 4 kilos", unsure)).toMatchObject({ kind: "answer", answer: "4 kilos" });
    expect(await tell("size", "under the sofa", unsure)).toMatchObject({ kind: "answer", answer: "under the sofa" });
    expect(await tell("size", "stop", unsure)).toMatchObject({ kind: "stop" });
  });

  it("knows stop and going on where it was asked", async () => {
    const rest = (said: string) => owner.call(hearInterview, { params: { id }, body: { said, questionId: null } });
    expect(await rest("that's enough")).toMatchObject({ kind: "stop" });
    expect(await rest("more")).toMatchObject({ kind: "other", reply: "" });
  });

  it("helps in danger, and refuses a question that is not there", async () => {
    expect(await tell("message", "I want to kill myself")).toMatchObject({ kind: "other", answer: null });
    const body = { said: "Yes", questionId: randomUUID() };
    expect(await owner.attempt(hearInterview, { params: { id }, body })).toMatchObject({ status: 404 });
  });

  it("speaks the language of the pet", async () => {
    const keeper = await app.owner();
    const { id: german } = await keeper.call(createAgent, { body: { name: "Mops", language: "de-DE" } });
    const say = async (said: string) =>
      (await keeper.call(hearInterview, { params: { id: german }, body: { said, questionId: idOf("size") } })).reply;
    expect(await say("warum fragst du?")).toContain("Weil Mops nur erzählen kann");
    expect(await say("was meinst du?")).toContain("Wie groß und wie schwer ist Mops?");
    expect(await say("auf dem Sofa")).toBe("Soll ich das so aufschreiben?");
    expect(await say("4 Kilo")).toContain("„4 Kilo“");
    const sayings = await owner.call(listInterviewSayings, { params: { language: "de-DE" } });
    expect(sayings).toMatchObject({ lead: { question: "Frage {number}" }, rest: expect.stringMatching(/^Das reicht/) });
    expect(Object.keys(sayings)).not.toContain("unsure");
  });

  it("asks for the rest of what the species answers, in the pet's language", async () => {
    const restIn = async (language: string, species: string) =>
      (await owner.call(listPetQuestions, { params: { language }, query: { species } }))[0]?.rest;
    expect(await restIn("en-US", "cat")).toBe("{pet} is a cat: which breed or mix?");
    expect(await restIn("de-DE", "Katze")).toBe("{pet} ist eine Katze: welche Rasse oder Mischung?");
    expect(await restIn("de-DE", "Axolotl")).toBe("{pet} (Axolotl): welche Rasse oder Mischung?");
    expect(await restIn("ja-JP", "cat")).toMatch(/^\{pet\}は.+ですね。/);
  });
});

describe("Will with a language model", () => {
  beforeAll(async () => {
    model = await startOpenAiServer();
    await start({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "sk-test" });
  });
  afterAll(async () => {
    await app.stop();
    await model.stop();
  });
  const judges = (judged: object) => model.behave(saying(`\`\`\`json\n${JSON.stringify(judged)}\n\`\`\``));

  it("makes one call, which knows profile and diary, for kind, answer, reply and follow-up", async () => {
    await save("favorite_food", "Ham");
    judges({ kind: "answer", answer: "ate my shoes", reply: "Your shoes!", follow_up: "What did his face look like?" });
    const before = model.calls.length;
    expect(await tell("naughty", "So there was this day he ate my shoes")).toEqual({
      ...{ kind: "answer", answer: "ate my shoes", stops: false, reply: "Your shoes!", language: "en-US" },
      followUp: { text: "What did his face look like?", language: "en-US" },
    });
    expect(model.calls.length).toBe(before + 1);
    expect(model.calls.at(-1)?.body.messages.at(-1)?.content).toContain("Ham");
  });

  it("falls back to the rules where the model fails, babbles, or puts words into a person's mouth", async () => {
    const judged = { kind: "answer", answer: "a red ball", reply: "Nice.", follow_up: null };
    const bad = [
      saying("I think that is lovely"),
      saying('{"kind": "answer"'),
      { kind: "status", status: 500 } as const,
    ];
    for (const behavior of [...bad, saying(JSON.stringify(judged))]) {
      model.behave(behavior);
      expect(await tell("favorite_toy", "Well, a duck")).toMatchObject({ kind: "answer", answer: "A duck" });
    }
    judges({ kind: "answer", answer: "can we stop?", reply: "Nice.", follow_up: null });
    expect(await tell("favorite_toy", "can we stop?")).toMatchObject({ kind: "stop", answer: null });
  });

  it("lets the model understand what no rule knows", async () => {
    judges({ kind: "stop", answer: null, reply: "Bye.", follow_up: null });
    expect(await tell("favorite_toy", "my bus is pulling up")).toMatchObject({ kind: "stop", answer: null });
  });
});
