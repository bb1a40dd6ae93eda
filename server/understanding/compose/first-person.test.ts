import { describe, expect, it } from "vitest";
import type { Evidence } from "../retrieval/evidence.ts";
import { composeReply } from "./compose-reply.ts";

const say = (language: string, name: string, text: string, focus: number | null = null) => {
  const piece: Evidence = { kind: "document", about: "report.pdf", text, page: 1, focus };
  const pet = { name, language, species: "cat" };
  return composeReply({ pet, ownerName: "Ann", question: "…", turns: [], evidence: [piece] }).text;
};

describe("what a document tells of the pet", () => {
  it.each([
    ["en-US", "Miso", "Miso has lost 0.4 kg since May.", "I have lost 0.4 kg since May."],
    ["en-US", "Miso", "Miso's appetite is good.", "My appetite is good."],
    ["de-DE", "Miso", "Miso hat 0,4 kg abgenommen.", "Ich habe 0,4 kg abgenommen."],
    ["es-ES", "Miso", "Miso ha perdido 0,4 kg.", "He perdido 0,4 kg."],
    ["fr-FR", "Miso", "Miso a perdu 0,4 kg.", "J'ai perdu 0,4 kg."],
    ["it-IT", "Miso", "Miso ha perso 0,4 kg.", "Ho perso 0,4 kg."],
    ["pt-BR", "Miso", "Miso perdeu 0,4 kg.", "Perdi 0,4 kg."],
    ["nl-NL", "Miso", "Miso is 0,4 kg afgevallen.", "Ik ben 0,4 kg afgevallen."],
    ["ru-RU", "Мисо", "Мисо похудела на 0,4 кг.", "Я похудела на 0,4 кг."],
    ["hi-IN", "मिसो", "मिसो का वज़न 0.4 किलो घटा है।", "मेरा वज़न 0.4 किलो घटा है।"],
    ["ar-SA", "ميسو", "فقدت ميسو 0.4 كيلوغرام.", "فقدتُ 0.4 كيلوغرام."],
    ["ja-JP", "みそ", "みその体重は0.4キロ減りました。", "体重は0.4キロ減りました。"],
    ["ko-KR", "미소", "미소의 체중이 0.4킬로 줄었습니다.", "내 체중이 0.4킬로 줄었습니다."],
    ["zh-CN", "米索", "米索瘦了0.4公斤。", "我瘦了0.4公斤。"],
  ])("is said in the first person where only its beginning names the pet (%s)", (language, name, text, said) => {
    expect(say(language, name, text)).toBe(said);
  });

  it("is said so behind a label, too", () => {
    expect(say("en-US", "Miso", "Findings: Miso has lost 0.4 kg", 0)).toBe("I have lost 0.4 kilograms.");
  });

  it.each([
    ["en-US", "Miso", "Miso has lost 0.4 kg since her last visit."],
    ["en-US", "Miso", "Miso's family is worried."],
    ["en-US", "Miso", "Miso has a friend. Miso has an enemy."],
    ["en-US", "Miso", "Misoshka has lost 0.4 kg."],
    ["de-DE", "Miso", "Miso hat sich am Ohr verletzt."],
  ])("is quoted where that might say something else (%s): %s %s", (language, name, text) => {
    expect(say(language, name, text)).toContain(text);
    expect(say(language, name, text)).toMatch(/^[“„]/u);
  });

  it("is quoted behind a label, too, where it speaks of the pet as another does", () => {
    expect(say("en-US", "Miso", "Findings: Miso has hurt her paw", 0)).toBe("“Miso has hurt her paw.”");
  });
});
