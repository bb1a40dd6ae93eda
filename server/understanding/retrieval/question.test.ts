import { describe, expect, it } from "vitest";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { languages } from "../languages/languages.ts";
import { detectLanguage } from "./language.ts";
import { understand } from "./question.ts";
import { questionBank } from "./question-bank.ts";

describe("a question's language", () => {
  it.each([
    ["Where do you sleep at night?", "es-ES", "en"],
    ["¿Dónde duermes por la noche?", "en-US", "es"],
    ["Wo schläfst du in der Nacht?", "en-US", "de"],
    ["Где ты спишь?", "en-US", "ru"],
    ["夜はどこで寝るの？", "en-US", "ja"],
    ["你睡在哪里？", "en-US", "zh"],
    ["どこ？", "zh-CN", "ja"],
    ["어디서 자?", "en-US", "ko"],
    ["أين تنام؟", "en-US", "ar"],
    ["तुम कहाँ सोते हो?", "en-US", "hi"],
    ["pizza?", "it-IT", "it"],
    ["", "fr-FR", "fr"],
  ])("of %s to a pet of %s is %s", (text, locale, language) => {
    expect(detectLanguage(text, locale)).toBe(language);
  });
});

describe("a message", () => {
  it.each([
    ["Good morning!", "en-US"],
    ["Hi there, how are you?", "en-US"],
    ["¡Hola, buenos días!", "es-ES"],
    ["Bonjour, ça va ?", "fr-FR"],
    ["你好！", "zh-CN"],
    ["おはようございます！", "ja-JP"],
    ["안녕하세요", "ko-KR"],
    ["😀", "en-US"],
    ["\u0000", "en-US"],
  ])("of small talk alone asks nothing: %s", (text, locale) => {
    expect(understand(text, locale).text).toBe("");
  });

  it("keeps a greeting that is what the question is about", () => {
    expect(understand("Hello! Do you say hello to strangers?", "en-US").text).toContain("say hello to strangers");
  });

  it("shows whom it speaks to and of", () => {
    expect(understand("Where do you sleep?", "en-US")).toMatchObject({ toPet: 1, ofAsker: 0 });
    expect(understand("Where is my passport?", "en-US")).toMatchObject({ toPet: 0, ofAsker: 1 });
    expect(understand("ما طعامك المفضل؟", "ar-SA")).toMatchObject({ toPet: 1 });
  });
});

describe("what a question asks for", () => {
  it.each([
    ["Who named you?", "en-US", "Hannah"],
    ["그 개 이름이 뭐야?", "ko-KR", "옆집 아저씨예요"],
    ["だれと遊ぶの？", "ja-JP", "ひなたちゃん"],
    ["你的医生叫什么？", "zh-CN", "王医生"],
    ["तुम्हारे डॉक्टर का नाम क्या है?", "hi-IN", "शर्मा जी"],
    ["ما اسم الطبيب؟", "ar-SA", "الدكتور سامي"],
  ])("may be a name: %s", (text, locale, answer) => {
    const { wantsName, names } = understand(text, locale);
    expect(wantsName).toBe(true);
    if (locale === "en-US") expect(names).toBeNull();
    else expect(answer.match(names ?? /^$/)).not.toBeNull();
  });

  it.each([
    ["Magst du Schnee?", "Was magst du?", "de-DE"],
    ["¿Te gusta la nieve?", "cual es tu juguete", "es-ES"],
    ["Aimes-tu la neige ?", "Quel est ton jouet ?", "fr-FR"],
    ["Ti piace la neve?", "Quale gioco?", "it-IT"],
    ["Hou je van sneeuw?", "Welk speeltje?", "nl-NL"],
    ["Você gosta de neve?", "Qual brinquedo?", "pt-BR"],
    ["Ты любишь снег?", "Какая игрушка?", "ru-RU"],
    ["هل تحب الثلج؟", "ماذا تحب؟", "ar-SA"],
    ["눈 좋아해?", "뭐 좋아해?", "ko-KR"],
    ["雪は好き？", "何が好き？", "ja-JP"],
    ["你喜欢雪吗？", "你喜欢什么？", "zh-CN"],
  ])("is yes or no in %s, and a thing in %s", (closed, open, locale) => {
    expect(understand(closed, locale).isClosed).toBe(true);
    expect(understand(open, locale).isClosed).toBe(false);
  });

  it("is read with what people write in short, also where no space is between words", () => {
    expect(understand("あさごはんはなんじ？", "ja-JP").text).toContain("何時");
    expect(understand("你为啥怕打雷", "zh-CN").text).toContain("为什么");
    expect(understand("wat do u eat", "en-US").text).toContain("you");
  });
});

describe("the bank of questions", () => {
  it.each(languages)("has every seeded question in $code", ({ code }) => {
    const keys = seededQuestions.map(({ key }) => key);
    expect([...(questionBank(code)?.keys ?? [])].sort()).toEqual([...keys].sort());
  });

  it("is absent for other languages, and for what is no language", () => {
    expect(questionBank("sv")).toBeUndefined();
    expect(questionBank("../../../../etc")).toBeUndefined();
  });
});
