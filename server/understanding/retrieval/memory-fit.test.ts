import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { languages } from "../languages/languages.ts";
import { asksOfOwnLife, asksOfUs, fitsOf } from "./memory-fit.ts";

const ownLife = z.object({
  memories: z.array(z.string()),
  asked: z.array(z.string()),
  neverTold: z.array(z.string()),
  ofPet: z.string(),
});
const fixtures = z
  .record(z.string(), ownLife)
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/own-life.json", import.meta.url), "utf8")));

it("is there in all languages", () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(languages.map(({ code }) => code).toSorted());
});

describe.each(Object.entries(fixtures))("what a person asks of their own life, in %s", (code, told) => {
  const memories = told.memories.map((text) => ({ kind: "person", text, isDated: false }) as const);
  const likely = (question: string) =>
    fitsOf(question, code, memories)
      .map((fit, at) => ({ ...fit, text: told.memories[at] }))
      .filter(({ isLikely }) => isLikely)
      .toSorted((one, other) => other.score - one.score)
      .map(({ text }) => text);

  it("is known by other words than they told it in", () => {
    const missed = told.asked.filter(
      (question, at) => !asksOfOwnLife(question, code) || likely(question)[0] !== told.memories[at],
    );
    expect(missed).toEqual([]);
  });

  it("is not told of another person, nor of another thing [T151]", () => {
    expect(told.neverTold.flatMap((question) => likely(question).map((text) => [question, text]))).toEqual([]);
  });

  it("is not what they tell, nor what they ask the pet", () => {
    expect(told.memories.filter((text) => asksOfOwnLife(text, code))).toEqual([]);
    expect(asksOfOwnLife(told.ofPet, code)).toBe(false);
  });
});

it.each<[string, string, string]>([
  ["en", "What did we do last summer?", "When is our wedding?"],
  ["de", "Was haben wir letzten Sommer gemacht?", "Was habe ich letzten Sommer gemacht?"],
  ["es", "¿Qué hicimos el verano pasado?", "¿Dónde vivimos?"],
  ["fr", "Qu'est-ce qu'on a fait l'été dernier ?", "Où habite notre fille ?"],
  ["it", "Dove siamo andati l'estate scorsa?", "Dove sono andata l'estate scorsa?"],
  ["pt", "O que fizemos no verão passado?", "Quando é o nosso casamento?"],
  ["nl", "Wat hebben we vorige zomer gedaan?", "Waar woont onze dochter?"],
  ["ru", "Что мы делали прошлым летом?", "Когда наша свадьба?"],
  ["ar", "ماذا فعلنا في الصيف الماضي؟", "ماذا فعلت في الصيف الماضي؟"],
  ["hi", "पिछली गर्मियों में हमने क्या किया?", "मेरी बहन कहाँ रहती है?"],
  ["ja", "去年の夏、一緒に何をした？", "私の姉はどこに住んでいる？"],
  ["ko", "작년 여름에 우리 뭐 했어?", "우리 언니는 어디 살아?"],
  ["zh", "去年夏天我们做了什么？", "我姐姐住在哪里？"],
])(
  "what is asked of the person and the pet is told from what is asked of the person alone, in %s",
  (code, ofUs, own) => {
    expect([asksOfUs(ofUs, code), asksOfUs(own, code)]).toEqual([true, false]);
  },
);
