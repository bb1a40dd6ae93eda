import { describe, expect, it } from "vitest";
import { isSameQuestion, questionTerms } from "./same-question.ts";

const same = (locale: string, one: string, other: string) =>
  isSameQuestion(questionTerms(one, locale), questionTerms(other, locale));

describe("two questions", () => {
  it.each([
    ["en-US", "Do you like snow?", "do u like SNOW"],
    ["en-US", "Have you ever been to Hawaii?", "Were you in Hawaii?"],
    ["en-US", "Where do you sleep?", "Where are you sleeping"],
    ["en-US", "Did you ever fly a kite in Norway?", "Did you ever fly a kite in Norway with Dad?"],
    ["en-US", "Do you like snow?", "Hello! Do you like snow?"],
    ["en-US", "Do you like snow?", "hi, do u like snow? thx"],
    ["de-DE", "Magst du Schnee?", "Magst du den Schnee"],
    ["de-DE", "Do you like the snow?", "do u like snow"],
    ["ja-JP", "Where are you sleeping at night?", "where do you sleep at night"],
    ["en-US", "Warst du schon mal in Italien?", "warst du in italien"],
    ["de-DE", "Warst du schon mal in Italien?", "warst du in italien"],
    ["es-ES", "¿Te gusta la nieve?", "te gusta nieve"],
    ["es-ES", "¿Dónde duermes?", "donde duermes tú"],
    ["fr-FR", "Est-ce que tu aimes la neige ?", "tu aimes la neige"],
    ["ja-JP", "雪は好きですか?", "雪、好き？"],
    ["ja-JP", "どこで寝ますか", "どこで寝るの?"],
    ["zh-CN", "你喜欢雪吗?", "你喜欢雪么"],
    ["ko-KR", "눈을 좋아해?", "눈 좋아해요?"],
    ["ru-RU", "Ты любишь снег?", "любишь ли ты снег"],
  ])("%s mean the same: %s %s", (locale, one, other) => {
    expect(same(locale, one, other)).toBe(true);
    expect(same(locale, other, one)).toBe(true);
  });

  it.each([
    ["en-US", "Do you like snow?", "Do you like rain?"],
    ["en-US", "Where do you sleep?", "When do you sleep?"],
    ["en-US", "How do you eat?", "How much do you eat?"],
    ["en-US", "Who walks you?", "Why do you walk?"],
    ["en-US", "???", "!!!"],
    ["de-DE", "Wo schläfst du?", "Wann schläfst du?"],
    ["de-DE", "Where do you sleep?", "When do you sleep?"],
    ["de-DE", "Wie heißt dein Bruder?", "Wie heißt deine Schwester?"],
    ["es-ES", "¿Quién te pasea?", "¿Por qué te pasea?"],
    ["fr-FR", "Où dors-tu ?", "Quand dors-tu ?"],
    ["ja-JP", "どこで寝ますか", "いつ寝ますか"],
    ["ja-JP", "雪は好きですか", "雨は好きですか"],
    ["zh-CN", "你喜欢雪吗", "你喜欢雨吗"],
    ["zh-CN", "你在哪里睡觉", "你什么时候睡觉"],
    ["ko-KR", "어디서 자?", "언제 자?"],
    ["ar-SA", "أين تنام؟", "متى تنام؟"],
    ["hi-IN", "तुम कहाँ सोते हो?", "तुम कब सोते हो?"],
  ])("%s mean something else: %s %s", (locale, one, other) => {
    expect(same(locale, one, other)).toBe(false);
  });
});
