import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languageFor } from "#server/understanding/languages/languages.ts";
import { createAgent } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
});
afterAll(() => app?.stop());

async function petOf(language: string): Promise<string> {
  const someone = await app.owner();
  owner = someone;
  return (await someone.call(createAgent, { body: { name: "Biscuit", language } })).id;
}

async function ask(id: string, message: string, more: { sessionId?: string; isTemporary?: boolean } = {}) {
  const { message: reply, sessionId } = await owner.call(chat, { params: { id }, body: { message, ...more } });
  return { ...reply, sessionId };
}

const isOneOf = (text: string, language: string, list: "unknown" | "unknownElse"): boolean =>
  (languageFor(language)?.phrases[list] ?? []).some(({ say }) => text.startsWith(say.replaceAll("{person}", "Robin")));

const open = async (id: string) => (await owner.call(listOpenQuestions, { params: { id } })).map((one) => one.question);

describe("what nobody taught the pet", () => {
  it.each([
    ["en-US", "Who is the president of France?", "Do you like snow?"],
    ["es-ES", "¿Quién es el presidente de Francia?", "¿Te gusta la nieve?"],
    ["fr-FR", "Qui est le président de la France ?", "Tu aimes la neige ?"],
    ["de-DE", "Wer ist der Präsident von Frankreich?", "Magst du Schnee?"],
    ["it-IT", "Chi è il presidente della Francia?", "Ti piace la neve?"],
    ["pt-BR", "Quem é o presidente da França?", "Você gosta de neve?"],
    ["nl-NL", "Wie is de president van Frankrijk?", "Hou je van sneeuw?"],
    ["ru-RU", "Кто президент Франции?", "Ты любишь снег?"],
    ["hi-IN", "फ़्रांस के राष्ट्रपति कौन हैं?", "क्या तुम्हें बर्फ़ पसंद है?"],
    ["ar-SA", "من هو رئيس فرنسا؟", "هل تحب الثلج؟"],
    ["ja-JP", "フランスの大統領は誰ですか?", "雪は好き？"],
    ["ko-KR", "프랑스 대통령은 누구야?", "너는 눈 오는 거 좋아해?"],
    ["zh-CN", "法国总统是谁？", "你喜欢雪吗？"],
  ])("is for its person to be asked where it is about the pet alone (%s)", async (language, ofWorld, ofPet) => {
    const id = await petOf(language);
    const world = await ask(id, ofWorld);
    expect(isOneOf(world.content, language, "unknownElse")).toBe(true);
    expect(world.sources).toBeNull();
    const own = await ask(id, ofPet);
    expect(isOneOf(own.content, language, "unknown")).toBe(true);
    expect(own.sources).toEqual([]);
    await expect.poll(() => open(id)).toEqual([ofPet]);
  });

  it("is promised to nobody in a chat of which nothing is kept", async () => {
    const id = await petOf("en-US");
    const { content } = await ask(id, "Do you like snow?", { isTemporary: true });
    expect(isOneOf(content, "en-US", "unknownElse")).toBe(true);
    expect(await open(id)).toEqual([]);
  });
});
