import { describe, expect, it } from "vitest";
import { createKnowledgeIndex } from "./retrieval.ts";

/** A pet whose owner has answered three questions of the diary. */
function newcomer(language: string, answers: Readonly<Record<string, string>>) {
  const index = createKnowledgeIndex(language);
  for (const [key, answer] of Object.entries(answers)) index.addDiary({ id: key, key, question: "", answer });
  return (question: string) => index.weigh({ question }, []);
}

const dog = {
  kind: "A beagle mix, we think with some spaniel.",
  favorite_food: "I go crazy for cheese, and for the crusts of toast.",
  fears: "The vacuum cleaner. He hides behind the sofa until it is over.",
};

describe("a pet with three answers", () => {
  it.each([
    "do you dream?",
    "what do you dream about?",
    "what day is it?",
    "what's your favorite song?",
    "who do you love most?",
    "did you sleep well?",
    "do you have a mom?",
    "are you a bad dog?",
  ])("does not claim one of them for %s", (question) => {
    expect(newcomer("en-US", dog)(question).isKnown).toBe(false);
  });

  it.each([
    ["What's your favorite food?", "favorite_food"],
    ["do you like your food?", "favorite_food"],
    ["do you like toast?", "favorite_food"],
    ["what breed are you?", "kind"],
    ["are you scared of the dark?", "fears"],
    ["what are you afraid of", "fears"],
    ["where do you hide from the vacuum cleaner?", "fears"],
  ])("still answers %s", (question, id) => {
    const { ranked, isKnown } = newcomer("en-US", dog)(question);
    expect(isKnown).toBe(true);
    expect(ranked[0]?.id).toBe(id);
  });

  const elsewhere: readonly [string, string, readonly string[], string][] = [
    ["ar-EG", "التونة بالطبع.", ["بتحلم بإيه؟", "النهارده يوم إيه؟", "مين أكتر حد بتحبه؟"], "إيه أكلك المفضل؟"],
    [
      "de-DE",
      "Thunfisch.",
      ["Wovon träumst du?", "Welcher Tag ist heute?", "Wen hast du am liebsten?"],
      "Was ist dein Lieblingsessen?",
    ],
    [
      "es-ES",
      "Atún.",
      ["¿Con qué sueñas?", "¿Qué día es hoy?", "¿A quién quieres más?"],
      "¿Cuál es tu comida favorita?",
    ],
    [
      "fr-FR",
      "Le thon.",
      ["Tu rêves de quoi ?", "On est quel jour ?", "Tu préfères qui ?"],
      "C'est quoi ton plat préféré ?",
    ],
    [
      "hi-IN",
      "टूना मछली।",
      ["तुम क्या सपना देखते हो?", "आज कौन सा दिन है?", "तुम सबसे ज़्यादा किससे प्यार करते हो?"],
      "तुम्हारा पसंदीदा खाना क्या है?",
    ],
    [
      "it-IT",
      "Il tonno.",
      ["Cosa sogni?", "Che giorno è oggi?", "A chi vuoi più bene?"],
      "Qual è il tuo cibo preferito?",
    ],
    ["ja-JP", "まぐろ。", ["どんな夢を見るの？", "今日は何曜日？", "誰が一番好き？"], "好きな食べ物は？"],
    ["ko-KR", "참치요.", ["무슨 꿈 꿔?", "오늘 무슨 요일이야?", "누구를 제일 좋아해?"], "제일 좋아하는 음식이 뭐야?"],
    [
      "nl-NL",
      "Tonijn.",
      ["Waar droom je van?", "Welke dag is het vandaag?", "Van wie hou je het meest?"],
      "Wat is je lievelingseten?",
    ],
    [
      "pt-BR",
      "Atum.",
      ["Com o que você sonha?", "Que dia é hoje?", "De quem você gosta mais?"],
      "Qual é a sua comida favorita?",
    ],
    [
      "ru-RU",
      "Тунец.",
      ["Что тебе снится?", "Какой сегодня день?", "Кого ты любишь больше всех?"],
      "Какая у тебя любимая еда?",
    ],
    ["zh-CN", "金枪鱼。", ["你会做梦吗？", "今天星期几？", "你最喜欢谁？"], "你最喜欢吃什么？"],
  ];
  it.each(elsewhere)("in %s", (language, food, others, own) => {
    const kinds = { kind: "Beagle", favorite_food: food, name_origin: "Luna, Lulu." };
    const ask = newcomer(language, kinds);
    expect(others.filter((question) => ask(question).isKnown)).toEqual([]);
    expect(ask(own)).toMatchObject({ isKnown: true, ranked: [{ id: "favorite_food" }, {}, {}] });
  });

  it("goes on with what it told before, and only where it is asked to", () => {
    const index = createKnowledgeIndex("en-US");
    for (const [key, answer] of Object.entries(dog)) index.addDiary({ id: key, key, question: "", answer });
    const before = { recentTurns: ["What's your favorite food?"], last: [{ id: "favorite_food", documentId: null }] };
    const isKnown = (question: string) => index.weigh({ question, ...before }, []).isKnown;
    expect(["why?", "and how much of it?", "what's your favorite movie?", "do you dream?"].map(isKnown)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it("is asked back whether the answer to a similar question is meant", () => {
    expect(newcomer("en-US", dog)("are you a bad dog?").certainty).toBeGreaterThan(0.261);
  });
});
