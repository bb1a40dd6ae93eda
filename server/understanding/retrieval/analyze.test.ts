import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";

describe("the words by which a text is found", () => {
  it.each([
    ["en-US", "What were the puppies eating?", "The puppy eats"],
    ["en-GB", "your favourite colour", "favorite colors"],
    ["en-US", "I ran away", "running away"],
    ["es-MX", "¿Dónde duermes en las mañanas?", "duermo manana"],
    ["fr-CA", "Qu'est-ce que tu préfères manger ?", "prefere mangé"],
    ["de-DE", "die schönen Häuser", "schön Haus"],
    ["pt-BR", "os brinquedos preferidos", "brinquedo preferido"],
    ["it-IT", "i giochi preferiti", "gioco preferito"],
    ["nl-NL", "de wandelingen", "wandeling"],
    ["ru-RU", "любимые игрушки, ёлки", "любимая игрушка елка"],
    ["ar-SA", "الطعامُ المفضّل", "طعام مفضل"],
    ["hi-IN", "लड़कियों के खिलौने", "लडकियां खिलौना"],
    ["ja-JP", "夜は どこで 寝ますか", "夜に寝る"],
    ["ko-KR", "음식을 먹어요", "음식이 먹니"],
  ])("are the same in %s for %s and %s", (language, one, other) => {
    const shared = new Set(analyze(other, language));
    const content = analyze(one, language);
    expect(content.length).toBeGreaterThan(0);
    expect(content.filter((term) => !shared.has(term))).toEqual([]);
  });

  it("leave out stop words and what an elision leaves, with or without accents", () => {
    expect(analyze("What is it that you would have?", "en")).toEqual([]);
    expect(analyze("Qu'est-ce que c'est ? L'eau", "fr")).toEqual(["eau"]);
    expect(analyze("¿Dónde estás? Donde estas", "es")).toEqual([]);
  });

  it("cut Chinese into words and their characters", () => {
    expect(analyze("你最喜欢吃苹果吗？", "zh-CN")).toEqual(expect.arrayContaining(["喜欢", "苹果", "苹", "果", "吃"]));
    expect(analyze("你呢？", "zh-CN")).toEqual([]);
  });

  it("put pairs of syllables beside a long Korean word", () => {
    expect(analyze("산책길에서", "ko-KR")).toEqual(["산책길", "산책", "책길"]);
  });

  it("follow a word's own script in a text of another language", () => {
    expect(analyze("Tucker sagt собаками und dogs", "en")).toContain("собак");
    expect(analyze("我喜欢running", "zh")).toContain("run");
  });

  it("are folded but whole in a language without a list", () => {
    expect(analyze("Älgarna springer", "sv-SE")).toEqual(["algarna", "springer"]);
  });

  it("stand hostile text", () => {
    expect(analyze("", "en")).toEqual([]);
    expect(analyze("😀🐶\u0000\ud800", "en")).toEqual([]);
    expect(analyze("x".repeat(8_000), "en")[0]).toHaveLength(64);
    expect(analyze("dog\u0000cat", "en")).toEqual(["dog", "cat"]);
    expect(analyze("constructor __proto__", "en").length).toBeGreaterThan(0);
    expect(analyze("犬".repeat(8_000), "ja").length).toBeGreaterThan(0);
  });
});
