import { describe, expect, it } from "vitest";
import { createTalk, en, game, italy, report, saysPhrase, toy } from "#tests/support/diary-talk.ts";

const none = { label: "No, something else", question: "No, something else" };

describe("a question that nothing answers surely", () => {
  it("is asked back with what it may mean, and a choice of none; nothing is told", () => {
    const { text, used, choices } = createTalk().ask("that thing?", { maybe: [toy, game] });
    expect(saysPhrase(text, en.askChoice)).toBe(true);
    expect(text).not.toMatch(/duck|Nora/);
    expect(used).toEqual([]);
    expect(choices.map(({ label }) => label)).toEqual(["my favorite toy", "my favorite game", none.label]);
    expect(choices.at(-1)).toEqual(none);
  });

  it("is asked back with one, where nothing else comes near or is called otherwise", () => {
    const other = { ...report, text: "Weight: 13 kg.", page: 3 };
    for (const maybe of [[report], [report, other]]) {
      const { text, choices } = createTalk().ask("how heavy?", { maybe });
      expect(saysPhrase(text, en.askWhether)).toBe(true);
      expect(text).toContain("“vet report”");
      expect(choices).toEqual([{ label: "vet report", question: "how heavy? (vet report)" }, none]);
    }
  });

  it("is told where the person picks it, also what no evidence holds", () => {
    const talk = createTalk();
    const [, second] = talk.ask("that thing?", { maybe: [toy, report] }).choices;
    if (second === undefined) throw new Error("no choice");
    const { text, used } = talk.ask("vet report", { picked: second, maybe: [italy, report] });
    expect(text).toContain("12 kilograms");
    expect(used).toEqual([report]);
  });

  it("is unknown where the person says that none is meant, in words or with the button", () => {
    const talk = createTalk();
    talk.ask("that thing?", { maybe: [toy] });
    const { text, choices } = talk.ask("no", { act: "no" });
    expect(saysPhrase(text, en.unknown)).toBe(true);
    expect(choices).toEqual([]);
    expect(saysPhrase(talk.ask("no", { act: "no" }).text, en.no)).toBe(true);
  });

  it("is asked again by its one subject only where the person neither agrees nor declines", () => {
    const talk = createTalk();
    talk.ask("that thing?", { maybe: [toy] });
    expect(saysPhrase(talk.ask("hm ok", { act: "ok" }).text, en.ok)).toBe(true);
  });

  it("is not asked back twice running", () => {
    const talk = createTalk();
    talk.ask("that thing?", { maybe: [toy, game] });
    const second = talk.ask("the other thing?", { maybe: [game, italy] });
    expect(saysPhrase(second.text, en.unknown)).toBe(true);
    expect(second.choices).toEqual([]);
    expect(talk.ask("that third thing?", { maybe: [toy] }).choices).toHaveLength(2);
  });

  it("is unknown of the pet where a person is only in it", () => {
    expect(saysPhrase(createTalk().ask("Do you hear me when I call you?").text, en.personalUnknown)).toBe(false);
    expect(saysPhrase(createTalk().ask("What should I do with my life?").text, en.personalUnknown)).toBe(true);
  });

  it("is asked back where it is about the person and the pet, and was not told where it is about the person's own life", () => {
    const ask = (question: string, maybe = [italy]) => createTalk().ask(question, { maybe });
    for (const question of ["What did we do last summer?", "Where did we go on our trip?"]) {
      expect(ask(question).choices.map(({ label }) => label)).toEqual(["What did we do in Italy?", none.label]);
      expect(ask(question, []).choices).toEqual([]);
    }
    for (const question of [
      "When is our wedding?",
      "Where do we live?",
      "What does our daughter like?",
      "Where do I go?",
    ])
      expect(ask(question).choices).toEqual([]);
    expect(saysPhrase(ask("Where did we go on our trip?", []).text, en.notTold)).toBe(true);
  });

  it("is not asked back where it is no question, is about the person's own life, or goes on with what was told", () => {
    for (const act of ["sad", "greeting", "telling", "thanks", "joy"] as const)
      expect(createTalk().ask("that thing", { act, maybe: [toy, game] }).choices).toEqual([]);
    expect(saysPhrase(createTalk().ask("what is my job?", { maybe: [toy] }).text, en.notTold)).toBe(true);
    const talk = createTalk();
    talk.ask("your toy?", { evidence: [{ ...toy, text: "I love my yellow duck. Nora gave it to me in May." }] });
    const pieces = [{ ...toy, text: "I love my yellow duck. Nora gave it to me in May." }];
    const { text, choices } = talk.ask("and when did she give it?", { offers: pieces, maybe: [game] });
    expect(text).toContain("in May");
    expect(choices).toEqual([]);
  });
});
