import { describe, expect, it } from "vitest";
import { isAboutPet } from "./question-bank.ts";

describe("a question without an answer", () => {
  it.each([
    ["en-US", "Do you like snow?"],
    ["en-US", "What's the vet's phone number?"],
    ["en-US", "When was the last rabies shot?"],
    ["en-US", "and the chip number?"],
    ["de-DE", "Wann war die letzte Impfung?"],
    ["de-DE", "Magst du Schnee?"],
    ["es-ES", "¿Dónde duermes?"],
    ["es-ES", "¿Cuándo fue la última vacuna?"],
    ["ja-JP", "好きなおもちゃは?"],
    ["ja-JP", "雪は好き?"],
    ["zh-CN", "你喜欢雪吗？"],
    ["ru-RU", "ты любишь снег?"],
  ])("may be for the pet's owner: %s %s", (locale, question) => expect(isAboutPet(question, locale)).toBe(true));

  it.each([
    ["en-US", "Who is the president of France?"],
    ["en-US", "What is the capital of Peru?"],
    ["en-US", "How far away is the moon?"],
    ["en-US", "What is 17 times 23?"],
    ["en-US", "Who painted the Mona Lisa?"],
    ["de-DE", "Wer ist der Präsident von Frankreich?"],
    ["es-ES", "¿Quién es el presidente de Francia?"],
    ["ja-JP", "フランスの大統領は誰ですか?"],
    ["zh-CN", "法国总统是谁？"],
    ["it-IT", "Chi è il presidente della Francia?"],
    ["ru-RU", "Кто президент Франции?"],
    ["fr-FR", "Qui est le président de la France ?"],
    ["pt-BR", "Quem é o presidente da França?"],
    ["nl-NL", "Wie is de president van Frankrijk?"],
    ["ko-KR", "프랑스 대통령은 누구야?"],
    ["hi-IN", "फ़्रांस के राष्ट्रपति कौन हैं?"],
    ["ar-EG", "من هو رئيس فرنسا؟"],
  ])("is never for the owner where it is about the world: %s %s", (locale, question) =>
    expect(isAboutPet(question, locale)).toBe(false),
  );
});
