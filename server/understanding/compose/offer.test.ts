import { describe, expect, it } from "vitest";
import { createTalk, en, game, italy, report, saysPhrase, toy } from "#tests/support/diary-talk.ts";
import type { Evidence } from "../retrieval/evidence.ts";

describe("an offer", () => {
  const offers = [game, italy, { ...toy, about: "Where do I sleep?", key: null, text: "I sleep in the bath." }];

  it("comes after an answer, names what it would tell, and is taken with 'yes'", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    const { text, used } = talk.ask("Your toy?", { evidence: [toy], offers });
    expect(text).toContain("duck");
    expect(text.toLowerCase()).toContain("my favorite game");
    expect(text).not.toContain("Nora");
    expect(used).toEqual([toy]);
    const taken = talk.ask("yes please", { act: "yes", offers });
    expect(taken.text).toContain("Nora");
    expect(taken.used).toEqual([game]);
  });

  it("is of a subject with a short name, where there is one", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    expect(talk.ask("Your toy?", { evidence: [toy], offers: [italy, game] }).text).not.toContain("Italy");
  });

  it("comes with words that tell nothing, from the first reply on, and is taken with 'yes'", () => {
    const asked = ["Do you dream?", "What day is it?", "Do you poop?", "Can you count to ten?", "Are you smart?"];
    const replies = asked.map((question) => {
      const talk = createTalk();
      const { text } = talk.ask(question, { offers: [toy, game] });
      const taken = talk.ask("yes", { act: "yes", offers: [toy, game] });
      return { text, isOffered: saysPhrase(text, en.offerMore), isQuestion: /\?$/.test(text), used: taken.used };
    });
    expect(replies.every(({ text }) => saysPhrase(text, en.unknown))).toBe(true);
    const offering = replies.filter(({ isOffered }) => isOffered);
    expect(offering.length).toBeGreaterThan(2);
    expect(offering.every(({ used }) => used.length === 1)).toBe(true);
    expect(new Set(offering.map(({ used }) => used[0]))).toEqual(new Set([toy, game]));
    expect(replies.every(({ isOffered, isQuestion }) => isOffered || isQuestion)).toBe(true);
  });

  it("comes with every fourth of such words at most", () => {
    const talk = createTalk();
    const told = Array.from({ length: 9 }, (_, at) => talk.ask(`${at}?`, { offers: [toy, game, italy] }).text);
    expect(told.filter((text) => saysPhrase(text, en.offerMore)).length).toBeLessThanOrEqual(3);
  });

  it("is left with 'no'", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    talk.ask("Your toy?", { evidence: [toy], offers });
    const { text, used } = talk.ask("no", { act: "no", offers });
    expect(saysPhrase(text, en.no)).toBe(true);
    expect(used).toEqual([]);
  });

  it("comes after every fourth answer at most, never twice of one thing, and never of what was told", () => {
    const talk = createTalk();
    const facts = Array.from({ length: 20 }, (_, index): Evidence => ({ ...italy, text: `I ate ${index} pears.` }));
    const replies = facts.map((fact, index) => talk.ask(`${index}?`, { evidence: [fact], offers: [toy, ...offers] }));
    const places = replies.flatMap(({ text }, index) => (saysPhrase(text, en.offerMore) ? [index] : []));
    expect(places.length).toBe(4);
    expect(places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) >= 4)).toBe(true);
    const all = replies.map(({ text }) => text.toLowerCase()).join("\n");
    for (const topic of ["my favorite game", "what did we do in italy?", "where do i sleep?"])
      expect(all.split(topic).length).toBe(2);
  });

  it("begins with a capital where its subject begins a sentence, and keeps the owner's question in marks", () => {
    for (let round = 0; round < 30; round += 1) {
      const talk = createTalk({ language: "de-DE" });
      talk.ask(`Hallo ${round}`, { act: "greeting" });
      const { text } = talk.ask(`${round}`, { evidence: [toy], offers: [italy] });
      expect(text).toContain("„What did we do in Italy?“");
      expect(text).not.toContain("„„");
    }
  });
});

describe("two pieces that fit alike", () => {
  it("are both named, and neither is told", () => {
    const { text, used, choices } = createTalk().ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    expect(text.toLowerCase()).toContain("my favorite toy");
    expect(text.toLowerCase()).toContain("my favorite game");
    expect(text).not.toMatch(/duck|Nora/);
    expect(used).toEqual([]);
    expect(choices).toEqual([
      { label: "my favorite toy", question: "What is my favorite toy?" },
      { label: "my favorite game", question: "Which game do I like to play most, and with whom?" },
    ]);
  });

  it("are called by the document's name and the owner's question", () => {
    const { text, choices } = createTalk().ask("Italy?", { evidence: [report, italy], alike: [report, italy] });
    expect(text).toContain("“vet report”");
    expect(text).toContain("“What did we do in Italy?”");
    expect(choices).toEqual([
      { label: "vet report", question: "Italy? (vet report)" },
      { label: "What did we do in Italy?", question: "What did we do in Italy?" },
    ]);
  });

  it("are told where the person picks one", () => {
    const talk = createTalk();
    const { choices } = talk.ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    const [, second] = choices;
    if (second === undefined) throw new Error("no choice");
    const { text, used } = talk.ask("the second one", { act: "ok", picked: second, evidence: [toy, game] });
    expect(text).toContain("Nora");
    expect(used).toEqual([game]);
  });

  it("are asked for once more where the person says 'yes'", () => {
    const talk = createTalk();
    const first = talk.ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    const again = talk.ask("yes", { act: "yes" });
    expect(again.choices).toEqual(first.choices);
    expect(again.text).not.toBe(first.text);
  });

  it("are told at once where they have the same name", () => {
    const other = { ...report, text: "Weight: 13 kg.", page: 3 };
    const { text, choices } = createTalk().ask("Weight?", { evidence: [report, other], alike: [report, other] });
    expect(text).toContain("12 kilograms");
    expect(choices).toEqual([]);
  });
});

describe("a question that names two subjects", () => {
  it("is asked back, with both as choices", () => {
    const { text, choices } = createTalk().ask("favourite game or toy?", { evidence: [toy], offers: [game] });
    expect(saysPhrase(text, en.askChoice)).toBe(true);
    expect(choices.map(({ label }) => label)).toEqual(["my favorite game", "my favorite toy"]);
  });

  it("is answered where it names one only, or tells a story", () => {
    expect(createTalk().ask("your favourite toy or what?", { evidence: [toy], offers: [game] }).choices).toEqual([]);
    const long = `do you like the toy or the game ${"that we bought last year ".repeat(4)}?`;
    expect(createTalk().ask(long, { evidence: [toy], offers: [game] }).choices).toEqual([]);
  });
});
