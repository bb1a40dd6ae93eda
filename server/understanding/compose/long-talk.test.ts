import { describe, expect, it } from "vitest";
import {
  createTalk,
  en,
  game,
  italy,
  phrasesOf,
  report,
  saysPhrase,
  type TalkQuestion,
  toy,
} from "#tests/support/diary-talk.ts";
import { languages } from "../languages/languages.ts";
import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { type Act, acts } from "../turns/turn.ts";

describe("what was said before", () => {
  it("is said again with a word about it", () => {
    const talk = createTalk();
    const first = talk.ask("Your toy?", { evidence: [toy] });
    const again = talk.ask("Your toy?", { evidence: [toy] });
    expect(saysPhrase(first.text, en.sameAgain)).toBe(false);
    expect(saysPhrase(again.text, en.sameAgain)).toBe(true);
    expect(again.text).toContain("I love my yellow duck.");
  });

  it("gets the same reply in the same talk", () => {
    expect(createTalk().ask("Who wins?")).toEqual(createTalk().ask("Who wins?"));
  });

  it.each(languages)("is never said in the same way within ten turns in $code", ({ code: language, phrases }) => {
    const talk = createTalk({ language });
    const script: Act[] = [
      "question",
      "greeting",
      "question",
      "sad",
      "question",
      "thanks",
      "question",
      "yes",
      "ok",
      "why",
    ];
    const lists = Object.values(phrases).filter((list) => list !== phrases.leadIn);
    const replies = Array.from({ length: 40 }, (_, index) => {
      const fact: Evidence = { ...italy, text: `Tucker xyzzy plugh ${index}.` };
      const isKnown = index % 4 === 0;
      return talk.ask(`${index}?`, {
        ...{ act: script[index % script.length] ?? "question", offers: [toy, game] },
        ...{ evidence: isKnown ? [fact] : [] },
      }).text;
    });
    for (const [index, reply] of replies.entries()) {
      const before = replies.slice(Math.max(0, index - 10), index);
      for (const phrase of lists.flatMap((list) => phrasesOf(reply, list)))
        expect(
          before.filter((earlier) => saysPhrase(earlier, [phrase])).map((earlier) => [phrase.say, earlier]),
        ).toEqual([]);
    }
    expect(new Set(replies).size).toBe(replies.length);
  });

  it("lends no lead-in twice to ten answers", () => {
    const talk = createTalk();
    const replies = Array.from({ length: 40 }, (_, index) => {
      const fact: Evidence = { ...italy, text: `I xyzzy ${index} plughs.` };
      return talk.ask(`${index}?`, { evidence: [fact] }).text;
    });
    for (const [index, reply] of replies.entries())
      for (const leadIn of phrasesOf(reply, en.leadIn))
        expect(
          replies.slice(Math.max(0, index - 10), index).filter((earlier) => saysPhrase(earlier, [leadIn])),
        ).toEqual([]);
  });
});

describe("a long talk", () => {
  it("fits at each of forty turns, with a child, a grief and an owner in it", () => {
    const talk = createTalk();
    const offers = [game, italy];
    const told = { name: "Ellie", age: 7 };
    const lines: [string, TalkQuestion, readonly Phrase[] | RegExp][] = [
      ["hey, I'm home", { act: "greeting" }, en.greeting],
      ["how was your day?", { act: "howAreYou" }, en.howAreYou],
      ["what's your toy?", { evidence: [toy], offers }, /yellow duck/],
      ["tell me more", { act: "more", evidence: [toy], offers }, /Nora/],
      ["no thanks", { act: "no", offers }, en.no],
      ["why?", { act: "why", evidence: [toy], offers }, en.whyUnknown],
      ["ha ha", { act: "laugh" }, en.laugh],
      ["what did we do in Italy?", { evidence: [italy], offers: [toy, game] }, /in a lake/],
      ["and you?", { act: "andYou", evidence: [italy] }, en.andYou],
      ["hi im ellie im 7", { act: "aboutMe", told }, en.aboutName],
      ["r u real", { act: "areYouReal", told }, en.areYouReal],
      ["i get scared at nite", { act: "fear", told }, en.fear],
      ["ok", { act: "ok", told }, en.ok],
      ["do u know my name", { act: "rememberName", told }, /Ellie/],
      ["how old am i", { act: "rememberAge", told }, /7/],
      ["tell a joke", { act: "jokeWanted", told }, en.joke],
      ["another", { act: "more", told }, en.joke],
      ["you are dumb", { act: "insult", told }, en.insult],
      ["bye", { act: "farewell", told }, en.goodbye],
      ["what did the vet write?", { evidence: [report], offers }, /12 kilograms\./],
      ["what's the capital of France?", {}, en.unknown],
      ["where is my passport?", {}, en.personalUnknown],
      ["I miss Grandpa Walt so much", { act: "griefForOther" }, en.griefForOther],
      ["do you love me?", { act: "loveAsked" }, en.loveAsked],
      ["thank you", { act: "thanks" }, en.thanks],
      ["you're my good boy", { act: "compliment" }, en.compliment],
      ["what's your toy?", { evidence: [toy], offers }, en.sameAgain],
      ["play?", { evidence: [toy, game], alike: [toy, game] }, en.askChoice],
      ["who's going to win?", {}, en.unknown],
      ["…", { act: "silence" }, en.silence],
      ["🦴", { act: "emoji" }, en.emoji],
      ["asdf jkl", { act: "nonsense" }, en.nonsense],
      ["I got the job!", { act: "joy" }, en.joy],
      ["I shouted at you, sorry", { act: "guilt" }, en.guilt],
      ["grandma is ill", { act: "illness" }, en.illness],
      ["nobody calls me", { act: "lonely" }, en.lonely],
      ["I could scream", { act: "anger" }, en.anger],
      ["a month since you left us", { act: "griefForMe" }, en.griefForMe],
      ["I love you", { act: "loveTold" }, en.loveTold],
      ["good night", { act: "farewell" }, en.goodbye],
    ];
    expect(lines.length).toBe(40);
    for (const [question, asked, fitting] of lines) {
      const { text } = talk.ask(question, asked);
      const isFitting = fitting instanceof RegExp ? fitting.test(text) : saysPhrase(text, fitting);
      expect([question, text, isFitting]).toEqual([question, text, true]);
    }
    const replies = talk.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
    expect(new Set(replies).size).toBe(40);
  });
});

describe("bad input", () => {
  it.each([
    "?!?!",
    "",
    "\u200b\u200d",
    "a".repeat(8000),
    "Как дела?",
    "ねえ and 你好",
    "\ud83d",
    "{text} {person} {topic}",
  ])("gets words: %j", (question) => {
    const huge: Evidence = { ...italy, text: "I swim. ".repeat(1250), about: "?".repeat(500) };
    for (const act of acts)
      for (const evidence of [[], [huge], [{ ...toy, text: "." }]]) {
        const { text } = createTalk().ask(question, { act, evidence, offers: [huge] });
        expect(text).toMatch(/\p{L}/u);
        expect(text.length).toBeLessThan(1200);
      }
  });
});
