import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { textOf } from "#tests/support/chat.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const SALMON = "I would swap the sofa for smoked salmon.";
const BOWL = "The red bowl stands under the cellar stairs.";
const WISH = "What do you dream of at night?";

let model: OpenAiServer;
/** A server with a language model, and one with the diary voice. */
let apps: Record<"model" | "diary voice", { app: TestApp; owner: Visitor; pet: string }>;
beforeAll(async () => {
  model = await startOpenAiServer();
  const [asked, embedded] = [{ OPENAI_BASE_URL: model.url }, {}];
  apps = { model: await startPet(asked), "diary voice": await startPet(embedded) };
});
afterAll(async () => {
  await apps?.model.app.stop();
  await apps?.["diary voice"].app.stop();
  await model?.stop();
});

async function startPet(env: Record<string, string>) {
  const app = await startTestApp({ env });
  const owner = await app.holderOf("manage_agents", "manage_diary");
  const pet = await newPet(owner);
  await write({ owner, pet }, /favou?rite food/i, SALMON);
  const file = new Blob([`${BOWL} `.repeat(1_000)], { type: "text/plain" });
  await owner.call(uploadDocument, { params: { id: pet }, file, filename: "bowl.txt" });
  await vi.waitFor(
    async () => {
      const [document] = await owner.call(listDocuments, { params: { id: pet } });
      if (document?.processingStatus !== "processed") throw new Error("not yet");
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 50 },
  );
  return { app, owner, pet };
}

async function write({ owner, pet }: { owner: Visitor; pet: string }, word: RegExp, answer: string): Promise<void> {
  const questions = await owner.call(listDiaryQuestions, {});
  const questionId = questions.find(({ question }) => word.test(question))?.id ?? "";
  await owner.call(saveDiaryAnswer, { params: { id: pet }, body: { questionId, answer } });
}

async function ask(engine: keyof typeof apps, message: string) {
  const { owner, pet } = apps[engine];
  const events: ChatEvent[] = [];
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message } })) events.push(event);
  const last = events.at(-1);
  const sources = last?.type === "complete" ? (last.sources ?? []) : [];
  return {
    type: last?.type,
    text: textOf(events),
    sources: sources.map((source) => (source.kind === "diary" ? source.answer : source.filename)),
  };
}

const ofNothing: [string, string][] = [
  ["only punctuation", "?!… -- () ;;; ¿¡"],
  ["8,000 signs", "?! ".repeat(2_666)],
  ["8,000 times a letter", "a".repeat(8_000)],
  ["8,000 characters of words", "walrus umbrella trombone ".repeat(320)],
  ["another script than the pet's language", "Какая сегодня погода в Риме?"],
  ["a script without spaces", "ローマのきょうの天気はどうですか"],
  ["mixed languages", "was ist la capital de 日本, s'il te plaît, и почему?"],
  ["zero-width characters alone", "\u200b\u200d\u2060\u200b"],
  ["zero-width characters between letters", "W\u200bho w\u200don the ele\u2060ction in Fra\u200bnce?"],
  ["halves of signs", "\ud83d \udc36 \ud83d"],
  ["marks without letters", "\u0301\u0301\u064b\u200f\u202e"],
];

const ofFood: [string, string][] = [
  ["zero-width characters in a question that it knows", "What is your fa\u200bvou\u200drite fo\u2060od?"],
  ["the same question for 8,000 characters", "What is your favourite food? ".repeat(275)],
  ["a question in two languages", "Hallo, what is your favourite food, bitte schön?"],
];

describe.each(["model", "diary voice"] as const)("a pet with the %s", (engine) => {
  it.each(ofNothing)("answers in words and names no source: %s", async (_name, message) => {
    model.behave(saying("Woof, tell me more! [[7, 99]]"));
    const { type, text, sources } = await ask(engine, message);
    expect(type).toBe("complete");
    expect(text).toMatch(/\p{L}{2}/u);
    expect(text).not.toContain("[[");
    expect(sources).toEqual([]);
  });

  it.each(ofFood)("answers, and names what it was taken from: %s", async (_name, message) => {
    model.behave(saying("Smoked salmon! [[1]]"));
    const { type, text, sources } = await ask(engine, message);
    expect(type).toBe("complete");
    expect(text).toMatch(/smoked salmon/i);
    expect(sources).toEqual([SALMON]);
  });
});

it("a sentence that a document repeats a thousand times is told once, and of the document", async () => {
  const { type, text, sources } = await ask("diary voice", "Where does the red bowl stand?");
  expect(type).toBe("complete");
  expect(text.split("cellar stairs")).toHaveLength(2);
  expect(sources).toEqual(["bowl.txt"]);
});

it("so it is with a language model, whatever numbers that names", async () => {
  for (const numbers of ["[[2]]", "[[2, 3, 4, 5]]", "[[2, 2, 77, 1]] [[3]]"]) {
    model.behave(saying(`It stands under the cellar stairs! ${numbers}`));
    const { type, text, sources } = await ask("model", "Where does the red bowl stand?");
    expect(type).toBe("complete");
    expect(text).toBe("It stands under the cellar stairs!");
    expect(sources).toEqual(["bowl.txt"]);
  }
  const [prompt] = model.calls.slice(-1).map(({ body }) => JSON.stringify(body.messages));
  expect(prompt?.split("cellar stairs").length).toBeLessThan(60);
});

describe("an answer in the diary", () => {
  it.each([
    ["of one word", "Kibble", /kibble/i],
    ["of 10,000 characters", "On every second day it is porridge with honey. ".repeat(212), /porridge/],
    ["of 10,000 characters without a space", `Porridge${"y".repeat(9_990)}`, /porridge/i],
  ])("%s is told, and is no lecture", async (_name, answer, word) => {
    await write(apps["diary voice"], /favou?rite food/i, answer);
    const { type, text, sources } = await ask("diary voice", "What is your favourite food?");
    expect(type).toBe("complete");
    expect(text).toMatch(word);
    expect(text.length).toBeLessThan(1_200);
    expect(sources).toEqual([answer.trim()]);
    const other = await ask("diary voice", WISH);
    expect(other).toMatchObject({ type: "complete", sources: [] });
  });
});
