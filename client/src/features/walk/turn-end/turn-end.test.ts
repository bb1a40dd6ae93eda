import { describe, expect, it } from "vitest";
import { languages } from "#shared/voices.ts";
import { endingOf, turnEndMs } from "./turn-end.ts";

const usual = { pauseMs: 700, finishedMs: 0 };
const waitFor = (text: string, language = "en-US", changedAtMs = 0) =>
  turnEndMs({ language, text, isSettled: false, changedAtMs }, usual);
/** Where the recognizer has closed it in the pause. */
const waitForSettled = (text: string, language = "en-US") =>
  turnEndMs({ language, text, isSettled: true, changedAtMs: 650 }, usual);

describe("a text that is still to come, as a recognizer needs the whole of what was said", () => {
  const waitMs = (isComing: boolean) =>
    turnEndMs({ language: "en-US", text: "", isSettled: false, changedAtMs: 0, isComing }, usual);

  it("is waited for as long as after a statement", () => {
    expect(waitMs(true)).toBe(
      turnEndMs({ language: "en-US", text: "I was at the lake.", isSettled: true, changedAtMs: 0 }, usual),
    );
    expect(waitMs(false)).toBe(usual.pauseMs);
  });
});

describe("how long a silence ends a turn", () => {
  it("is over at once where the recognizer has closed a whole question", () => {
    expect(waitForSettled("Where is the ball?")).toBe(0);
    expect(waitForSettled("Good morning. Did you sleep well?")).toBe(0);
    expect(waitForSettled("Who do you play with?")).toBe(0);
    expect(waitForSettled("你喜欢什么", "zh-CN")).toBe(0);
  });

  it("is longer than the person's own after a statement, which may lead to a question", () => {
    expect(waitForSettled("I like the park.")).toBe(1000);
    expect(waitFor("i like the park")).toBe(1000);
    expect(waitForSettled("You are a good dog!")).toBe(1000);
    expect(waitForSettled("Good morning.")).toBe(1000);
    expect(waitForSettled("Tucker.")).toBe(1000);
  });

  it("is longer still after a statement that tells of some time, or where only the first clause was said", () => {
    expect(waitForSettled("Yesterday we went to the lake.")).toBe(1500);
    expect(waitForSettled("Gestern waren wir am See.", "de-DE")).toBe(1500);
    expect(waitForSettled("昨天我们去了湖边。", "zh-CN")).toBe(1500);
    expect(waitForSettled("Tell me what you did yesterday.")).toBe(1000);
    expect(waitForSettled("Where were you yesterday?")).toBe(0);
    expect(waitForSettled("If you could fly?")).toBe(1500);
    expect(waitForSettled("Wenn du fliegen könntest?", "de-DE")).toBe(1500);
    expect(waitForSettled("If you could fly where would you go?")).toBe(0);
  });

  it("is longest after a word that is never the last, whatever punctuation the recognizer put behind it", () => {
    expect(waitFor("I would like to know where the")).toBe(1800);
    expect(waitFor("We went to the park and")).toBe(1800);
    expect(waitForSettled("I like the park and.")).toBe(1800);
    expect(waitForSettled("Do you like our neighbour and?")).toBe(1800);
    expect(waitFor("well, I thought...")).toBe(1800);
    expect(waitFor("can you tell me")).toBe(1800);
  });

  it("is the person's own where there are no words yet", () => {
    expect(waitFor("")).toBe(700);
  });

  it("lets a text that may still change stand for a moment before it counts", () => {
    expect(waitFor("Where is the ball?")).toBe(350);
    expect(waitFor("Where is the ball?", "en-US", 300)).toBe(500);
    expect(waitFor("Where is the ball?", "en-US", 650)).toBe(700);
    expect(waitFor("where is the ball", "en-US", 750)).toBe(950);
  });

  it("gives the recognizer the time to close what may be a question, so that its punctuation tells", () => {
    expect(waitFor("where is the ball")).toBe(850);
    expect(waitFor("tell me about the park")).toBe(850);
    expect(waitFor("お腹が空きましたか", "ja-JP")).toBe(850);
    expect(waitFor("이거 뭐야", "ko-KR")).toBe(850);
    expect(waitFor("i play with")).toBe(1800);
  });

  it("takes few words for the beginning of a question, and one that was closed without its mark", () => {
    expect(waitForSettled("Which toy?")).toBe(850);
    expect(waitForSettled("Why?")).toBe(850);
    expect(waitForSettled("Perché?", "it-IT")).toBe(850);
    expect(waitForSettled("Which toy.")).toBe(1500);
    expect(waitForSettled("What do you dream about.")).toBe(1000);
  });

  it("knows a question after a greeting, and after a word that only leads to it", () => {
    expect(waitFor("Good morning. did you sleep well last night")).toBe(850);
    expect(waitFor("and what did you see there")).toBe(850);
    expect(waitFor("Guten Morgen! hast du gut geschlafen", "de-DE")).toBe(850);
    expect(waitFor("Did you sleep well? i had a dream")).toBe(1000);
  });

  it("is long after two words that are never the last, though the second may be", () => {
    expect(waitFor("who is")).toBe(1800);
    expect(waitFor("what did you")).toBe(1800);
    expect(waitFor("I was worried because you")).toBe(1800);
    expect(waitFor("do you know where he is")).toBe(1000);
    expect(waitFor("I love you")).toBe(1000);
    expect(waitFor("Was machst du, wenn ich", "de-DE")).toBe(1800);
    expect(waitFor("wo bist du", "de-DE")).toBe(1000);
    expect(waitFor("est-ce que tu", "fr-FR")).toBe(1800);
  });

  it("goes by the punctuation alone in a language without words of its own here", () => {
    expect(waitForSettled("Hol je labda?", "xx-XX")).toBe(0);
    expect(waitForSettled("A kertben.", "xx-XX")).toBe(1000);
  });

  it("goes with the person's own, and never below it for what may go on", () => {
    const wait = (text: string, isSettled: boolean, pauseMs: number, finishedMs = 0) =>
      turnEndMs({ language: "en-US", text, isSettled, changedAtMs: 0 }, { pauseMs, finishedMs });
    expect(wait("where is the ball", false, 300)).toBe(300);
    expect(wait("i like it here", false, 300)).toBe(600);
    expect(wait("i like it here", false, 1800)).toBe(1800);
    expect(wait("where is the", false, 2000)).toBe(2000);
    // For a person who was cut off.
    expect(wait("Where is the ball?", true, 700, 900)).toBe(900);
  });
});

describe("the endings of each language", () => {
  const samples: Record<string, { goesOn: string[]; likely: string[]; leadsOn: string[]; statement: string[] }> = {
    en: {
      goesOn: ["I saw a cat and", "we went to the"],
      likely: ["are you hungry now"],
      leadsOn: ["we saw a cat yesterday"],
      statement: ["I saw a cat"],
    },
    de: {
      goesOn: ["Ich war im Park und", "Wir gehen mit der", "ich glaube, dass"],
      likely: ["wo ist dein Ball"],
      leadsOn: ["gestern waren wir am See", "wenn du müde bist"],
      statement: ["mach die Tür zu jetzt", "komm mit uns"],
    },
    es: {
      goesOn: ["fuimos al parque y", "me gusta la"],
      likely: ["dónde está tu pelota"],
      leadsOn: ["ayer fuimos al parque"],
      statement: ["vamos a casa"],
    },
    fr: {
      goesOn: ["on va au parc et", "je cherche la"],
      likely: ["où est ta balle"],
      leadsOn: ["hier on a vu un chat"],
      statement: ["on rentre maintenant"],
    },
    it: {
      goesOn: ["andiamo al parco e", "cerco la"],
      likely: ["dove hai messo la palla"],
      leadsOn: ["ieri siamo andati al lago"],
      statement: ["andiamo a casa"],
    },
    pt: {
      goesOn: ["fomos ao parque e", "gosto do"],
      likely: ["onde está a bola"],
      leadsOn: ["ontem fomos ao lago"],
      statement: ["vamos para casa"],
    },
    nl: {
      goesOn: ["we gaan naar het", "ik dacht dat"],
      likely: ["waar is je bal"],
      leadsOn: ["gisteren waren wij hier"],
      statement: ["kom nu mee"],
    },
    ru: {
      goesOn: ["мы гуляли в", "я думаю что если"],
      likely: ["где лежит твой мяч"],
      leadsOn: ["вчера мы видели кота"],
      statement: ["пойдём домой"],
    },
    hi: {
      goesOn: ["हम पार्क में", "मुझे लगता है कि"],
      likely: ["तुम्हारी गेंद कहाँ है"],
      leadsOn: ["कल एक बिल्ली आई"],
      statement: ["चलो घर चलें"],
    },
    ar: {
      goesOn: ["ذهبنا إلى", "أنا أحب اللعب و"],
      likely: ["أين الكرة يا صديقي"],
      leadsOn: ["أمس رأينا قطة"],
      statement: ["نذهب الآن"],
    },
    zh: {
      goesOn: ["我们去公园因为", "你喜欢苹果还是"],
      likely: ["你饿了吗", "你喜欢吃什么"],
      leadsOn: ["昨天我们去公园"],
      statement: ["我们回家"],
    },
    ja: {
      goesOn: ["今日は公園に", "散歩に行ったけど"],
      likely: ["お腹が空きましたか", "こんにちは", "こっちにおいで"],
      leadsOn: ["昨日猫を見たよ"],
      statement: ["待って"],
    },
    ko: {
      goesOn: ["오늘 공원에서", "산책하고 싶지만", "강아지가"],
      likely: ["배고파요", "이거 뭐야"],
      leadsOn: ["어제 고양이 봤지"],
      statement: ["어디 가", "고양이"],
    },
  };

  it("are there for every language that a pet speaks", () => {
    expect(Object.keys(samples).sort()).toEqual([...new Set(languages.map(({ code }) => code.slice(0, 2)))].sort());
  });

  it.each(Object.entries(samples))("are told apart in %s", (language, { goesOn, likely, leadsOn, statement }) => {
    const ending = (text: string) => [text, endingOf({ text, language, isSettled: false })];
    for (const text of goesOn) expect(ending(text)).toEqual([text, "goes on"]);
    for (const text of likely) expect(ending(text)).toEqual([text, "likely"]);
    for (const text of leadsOn) expect(ending(text)).toEqual([text, "leads on"]);
    for (const text of statement) expect(ending(text)).toEqual([text, "statement"]);
  });
});
