import { describe, expect, it } from "vitest";
import { samplesOf } from "#tests/support/language-samples.ts";
import { languages } from "../languages/languages.ts";
import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { OrderToRemember } from "../retrieval/memorable.ts";
import { type Act, acts, type TurnMeaning } from "../turns/turn.ts";
import { composeReply } from "./compose-reply.ts";
import type { Scene } from "./scene.ts";

const heard = (act: Act): TurnMeaning => ({ act, certainty: 1, speaker: { name: null, age: null }, picked: null });

/** Words that promise to ask the owner, or to note it. */
const asking: Record<string, RegExp> = {
  ...{
    en: /my person|my owner|note|list|written down/i,
    de: /mein(en)? Mensch|notier|Liste|merke|ins Tagebuch|weiter/i,
  },
  ...{
    es: /mi gente|mi familia|anot|apunt/i,
    fr: /famille|not[ée]|garde|journal/i,
    it: /famiglia|lista|segniamo|segnalibro|diario/i,
  },
  ...{
    pt: /minha gente|lista|anot|diário/i,
    nl: /mijn mens|noteer|lijst|dagboek/i,
    ru: /моего человека|запиш|дневник/i,
  },
  ...{
    hi: /घरवाल|अपने इंसान|नोट|डायरी/,
    ar: /أهلي|قائمة|سجّ?ل|يوميات/,
    ja: /うちの人|メモ|日記/,
    ko: /식구|적어|일기/,
    zh: /我家的人|记下|日记/,
  },
};

describe.each(languages)("the diary voice in $code", ({ code: language, phrases, writing }) => {
  const sample = samplesOf(language).diaryVoice;

  const sceneOf = (question: string, more: Partial<Scene> = {}): Scene => ({
    ...{ pet: { name: "Tucker", language, species: "dog" }, ownerName: "Ann", question, turns: [], evidence: [] },
    ...more,
  });
  const ask = (question: string, evidence: Evidence[] = []) => composeReply(sceneOf(question, { evidence })).text;
  const answer = (text: string): Evidence => ({ kind: "diary", about: "…", text, page: null });
  const isOneOf = (reply: string, list: readonly Phrase[]) =>
    list.some(({ say }) => say.replaceAll("{person}", "Ann").replaceAll("{pet}", "Tucker") === reply);
  /** Whether a reply is a phrase with something quoted in it. */
  const quotesBy = (reply: string, list: readonly Phrase[]) =>
    list.some(({ say }) =>
      say.split(/\{(?:text|name|page)\}/).every((part) => part.trim() === "" || reply.includes(part)),
    );

  it("speaks an answer in first person as its own", () => {
    const reply = ask(sample.question, [answer(sample.firstPerson)]);
    expect(reply).toContain(sample.firstPerson);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(false);
  });

  it("quotes an answer about itself, and nothing else", () => {
    expect(ask(sample.question, [answer(sample.thirdPerson)])).toBe(writing.quotationMarks.join(sample.thirdPerson));
  });

  it("says notes as a sentence", () => {
    const reply = ask(sample.question, [answer(sample.notes)]);
    expect(reply.toLowerCase()).toBe(`${sample.notes}${writing.fullStop}`.toLowerCase());
  });

  it("names in one of five replies the document in which it read something", () => {
    const evidence: Evidence[] = [{ kind: "document", about: "Vet_2024-03.pdf", text: sample.firstPerson, page: 7 }];
    expect(ask(sample.question, evidence)).toBe(writing.quotationMarks.join(sample.firstPerson));
    const turns = Array.from({ length: 4 }, () => ({ role: "assistant", content: "…" }) as const);
    const { text } = composeReply(sceneOf(sample.question, { evidence, turns }));
    for (const part of [sample.firstPerson, "Vet 2024-03"]) expect(text).toContain(part);
    expect(text).not.toMatch(/\.pdf|null|\{/);
  });

  it("says a weight in the words of its language", () => {
    const { labels } = languages.find(({ code }) => code === language) ?? {};
    const line = `${labels?.weight.on[0]}: 4,2 kg`;
    const evidence: Evidence[] = [{ kind: "document", about: "vet.pdf", text: line, page: 1, focus: 0 }];
    expect(ask(sample.question, evidence)).toMatch(/^4,2\s?[\p{L}\p{M}]{2,}/u);
  });

  it("quotes in its own marks what it says again", () => {
    const evidence = [answer(sample.thirdPerson)];
    const turns = [{ role: "assistant", content: composeReply(sceneOf(sample.question, { evidence })).text }] as const;
    const again = composeReply(sceneOf(sample.question, { evidence, turns })).text;
    expect(again).toContain(writing.quotationMarks.join(sample.thirdPerson));
    expect(quotesBy(again, phrases.sameAgain)).toBe(true);
  });

  const ofItself = ["question", "more", "whatAnimal", "readers", "cost", "leaving"];
  const nothingKnown = acts.filter((act) => !ofItself.includes(act));
  it.each(nothingKnown)("answers without a source, and as an animal of its own kind: %s", (act) => {
    for (const species of ["dog", "cat", "horse", "axolotl", null]) {
      const pet = { name: "Tucker", language, species };
      const { text, used } = composeReply(sceneOf("…", { pet, meaning: heard(act) }));
      expect(used).toEqual([]);
      const spoken = Object.values(phrases)
        .flat()
        .filter((phrase) => isOneOf(text, [phrase]));
      const isRemembered = act === "rememberName" && text.includes("Ann");
      expect(isRemembered || spoken.some((phrase) => phrase.species?.includes(species ?? "") ?? true)).toBe(true);
    }
  });

  it("answers small talk by its list", () => {
    const lists = {
      greeting: "greeting",
      farewell: "goodbye",
      sad: "sad",
      jokeWanted: "joke",
      insult: "insult",
    } as const;
    for (const [act, list] of Object.entries(lists)) {
      const found = acts.find((known) => known === act) ?? "question";
      expect(isOneOf(composeReply(sceneOf("…", { meaning: heard(found) })).text, phrases[list])).toBe(true);
    }
  });

  it("asks which of two subjects is meant, and offers one by its name", () => {
    const [first, second]: [Evidence, Evidence] = [
      { ...answer(sample.firstPerson), about: "What is my favorite toy?", key: "favorite_toy" },
      { ...answer(sample.thirdPerson), about: "Where does Granny live" },
    ];
    const { text, choices } = composeReply(sceneOf("…", { evidence: [first, second], alike: [first, second] }));
    expect(choices.map(({ label }) => label)).toContain("Where does Granny live");
    expect(text).toContain(writing.quotationMarks.join("Where does Granny live"));
    const [toy] = choices;
    expect(toy && text.toLowerCase().includes(toy.label.toLowerCase())).toBe(true);
    expect(toy?.question).not.toBe("");
  });

  it("says that it does not know where nothing is known", () => {
    expect(ask(sample.unknown)).toSatisfy((reply: string) => isOneOf(reply, phrases.unknown));
  });

  it("does not say that its person will be asked where nobody is", () => {
    const scene = sceneOf(sample.unknown, { isForOwner: false });
    expect(isOneOf(composeReply(scene).text, phrases.unknownElse)).toBe(true);
    expect(phrases.unknownElse.filter(({ say }) => (asking[language] ?? /./u).test(say))).toEqual([]);
  });

  it("says what comes of an order to remember, after what else is asked", () => {
    const evidence = [answer(sample.firstPerson)];
    const say = (outcome: OrderToRemember["outcome"], isAlone: boolean) =>
      composeReply(sceneOf(sample.question, { evidence, order: { outcome, isAlone } })).text;
    const { keepAsked, keepKnown, keepPaused, keepTemporary, keepNothing } = phrases;
    const lists = { asked: keepAsked, known: keepKnown, paused: keepPaused, temporary: keepTemporary } as const;
    for (const outcome of ["asked", "known", "paused", "temporary", "nothing"] as const) {
      const list = outcome === "nothing" ? keepNothing : lists[outcome];
      expect(isOneOf(say(outcome, true), list)).toBe(true);
      const text = say(outcome, false);
      expect(text).toContain(sample.firstPerson);
      expect(list.some(({ say: words }) => text.endsWith(words.replaceAll("{person}", "Ann")))).toBe(true);
    }
  });

  it("reassures where it knows nothing of the person's life", () => {
    expect(ask(sample.personal)).toSatisfy((reply: string) => isOneOf(reply, phrases.personalUnknown));
  });
});
