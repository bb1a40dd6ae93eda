import { describe, expect, it } from "vitest";
import { languages } from "../../../../../shared/voices.ts";
import { endingOf, TURN_END_MS, turnEndMs } from "./turn-end.ts";

const usual = { pauseMs: 700, finishedMs: TURN_END_MS.finished };
const waitFor = (text: string, language = "en-US", changedAtMs = 0) =>
  turnEndMs({ language, text, changedAtMs }, usual);

describe("how long a silence ends a turn", () => {
  it("is short after a finished sentence or question, and long after a word that is never the last", () => {
    expect(waitFor("Where is the ball?")).toBe(350);
    expect(waitFor("You were a good dog today.")).toBe(350);
    expect(waitFor("I would like to know where the")).toBe(1500);
    expect(waitFor("We went to the park and")).toBe(1500);
  });

  it("is the person's own where the words don't tell, or where there are none yet", () => {
    expect(waitFor("we went to the park")).toBe(700);
    expect(waitFor("")).toBe(700);
    expect(waitFor("Wo ist der Ball?", "xx-XX")).toBe(700);
  });

  it("lets a text that came late stand for a moment before it counts", () => {
    expect(waitFor("Where is the ball?", "en-US", 300)).toBe(500);
    expect(waitFor("Where is the ball?", "en-US", 650)).toBe(700);
    expect(waitFor("where is the ball", "en-US", 650)).toBe(700);
  });

  it("is between both after a question without its question mark, as long as it may be whole", () => {
    expect(waitFor("where is the ball")).toBe(550);
    expect(waitFor("what will you")).toBe(700);
    expect(waitFor("who do you play with")).toBe(700);
    expect(waitFor("i play with")).toBe(1500);
  });

  it("knows a question after a greeting, and after a word that only leads to it", () => {
    expect(waitFor("Good morning. did you sleep well last night")).toBe(550);
    expect(waitFor("and what did you see there")).toBe(550);
    expect(waitFor("Guten Morgen! hast du gut geschlafen", "de-DE")).toBe(550);
    expect(waitFor("Did you sleep well? i had a dream")).toBe(700);
    expect(waitFor("the dog knows what i want")).toBe(700);
  });

  it("is long after two words that are never the last, though the second may be", () => {
    expect(waitFor("who is")).toBe(1500);
    expect(waitFor("what did you")).toBe(1500);
    expect(waitFor("I was worried because you")).toBe(1500);
    expect(waitFor("do you know where he is")).toBe(700);
    expect(waitFor("I love you")).toBe(700);
    expect(waitFor("Was machst du, wenn ich", "de-DE")).toBe(1500);
    expect(waitFor("wo bist du", "de-DE")).toBe(700);
    expect(waitFor("est-ce que tu", "fr-FR")).toBe(1500);
  });

  it("is not short after the pet's name alone, or after a full stop that a recognizer put behind 'and'", () => {
    expect(waitFor("Tucker.")).toBe(700);
    expect(waitFor("I like the park and.")).toBe(1500);
    expect(waitFor("well, I thought...")).toBe(1500);
  });

  it("never goes beyond the person's own for a finished sentence, and never below it for an unfinished one", () => {
    const hasty = { pauseMs: 300, finishedMs: 300 };
    const calm = { pauseMs: 1800, finishedMs: TURN_END_MS.finished };
    expect(turnEndMs({ language: "en-US", text: "Where is it?", changedAtMs: 0 }, hasty)).toBe(300);
    expect(turnEndMs({ language: "en-US", text: "where is the", changedAtMs: 0 }, calm)).toBe(1800);
  });
});

describe("the endings of each language", () => {
  const samples: Record<string, { goesOn: string[]; finished: string[]; unknown: string[] }> = {
    en: { goesOn: ["I saw a cat and", "we went to the"], finished: ["Are you hungry?"], unknown: ["I saw a cat"] },
    de: {
      goesOn: ["Ich war im Park und", "Wir gehen mit der", "ich glaube, dass"],
      finished: ["Wo ist dein Ball?"],
      unknown: ["mach die Tür zu", "komm mit"],
    },
    es: {
      goesOn: ["fuimos al parque y", "me gusta la"],
      finished: ["¿Dónde está la pelota?"],
      unknown: ["vamos a casa"],
    },
    fr: {
      goesOn: ["on va au parc et", "je cherche la"],
      finished: ["Tu as faim ?"],
      unknown: ["on rentre maintenant"],
    },
    it: { goesOn: ["andiamo al parco e", "cerco la"], finished: ["Hai fame oggi?"], unknown: ["andiamo a casa"] },
    pt: { goesOn: ["fomos ao parque e", "gosto do"], finished: ["Você está com fome?"], unknown: ["vamos para casa"] },
    nl: { goesOn: ["we gaan naar het", "ik dacht dat"], finished: ["Waar is je bal?"], unknown: ["kom mee"] },
    ru: { goesOn: ["мы гуляли в", "я думаю что если"], finished: ["Где твой мяч?"], unknown: ["пойдём домой"] },
    hi: { goesOn: ["हम पार्क में", "मुझे लगता है कि"], finished: ["तुम्हारी गेंद कहाँ है"], unknown: ["चलो घर चलें"] },
    ar: { goesOn: ["ذهبنا إلى", "أنا أحب اللعب و"], finished: ["هل أنت جائع؟"], unknown: ["نذهب الآن"] },
    zh: { goesOn: ["我们去公园因为", "你喜欢苹果还是"], finished: ["你饿了吗", "你喜欢吃什么"], unknown: ["我们回家"] },
    ja: {
      goesOn: ["今日は公園に", "散歩に行ったけど"],
      finished: ["お腹が空きましたか", "こんにちは", "こっちにおいで"],
      unknown: ["待って"],
    },
    ko: {
      goesOn: ["오늘 공원에서", "산책하고 싶지만", "강아지가"],
      finished: ["배고파요", "이거 뭐야", "오늘 뭐 했어"],
      unknown: ["어디 가", "고양이"],
    },
  };

  it("are there for every language that a pet speaks", () => {
    expect(Object.keys(samples).sort()).toEqual([...new Set(languages.map(({ code }) => code.slice(0, 2)))].sort());
  });

  it.each(Object.entries(samples))("are told apart in %s", (language, { goesOn, finished, unknown }) => {
    for (const text of goesOn) expect([text, endingOf(text, language)]).toEqual([text, "goes on"]);
    for (const text of finished) expect([text, endingOf(text, language)]).toEqual([text, "finished"]);
    for (const text of unknown) expect([text, endingOf(text, language)]).toEqual([text, "unknown"]);
  });
});
