import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { composeReply } from "./compose-reply.ts";
import type { Scene } from "./scene.ts";

const TODAY = "2026-11-23";

interface Profile {
  species?: string;
  birthday?: string;
  today?: string;
  evidence?: readonly Evidence[];
}

function sceneOf(language: string, { species = "cat", birthday = "2019-05-04", today = TODAY, ...more }: Profile) {
  const pet = { name: "Momo", language, species, birthday };
  return { pet, ownerName: "Ann", today, question: "…", turns: [], evidence: [], ...more } satisfies Scene;
}

const noneTold = { certainty: 1, speaker: { name: null, age: null }, picked: null } as const;

const reply = (language: string, profile: Profile & { isThatAnimal?: boolean | null } = {}) =>
  composeReply({
    ...sceneOf(language, profile),
    meaning: { act: "whatAnimal", isThatAnimal: profile.isThatAnimal ?? null, ...noneTold },
  });
const birthdayIn = (language: string, profile: Profile = {}) =>
  composeReply({ ...sceneOf(language, profile), meaning: { act: "birthday", ...noneTold } });

const mournedIn = (language: string, profile: Profile = {}) =>
  composeReply({ ...sceneOf(language, profile), meaning: { act: "birthday", mourned: () => "pet", ...noneTold } });

const entry = (key: string, text: string): Evidence => ({ kind: "diary", about: "…", key, text, page: null });

describe.each(languages)("a pet in $code", ({ code, ownFacts: { animals } }) => {
  it("says what it is, and what it is not", () => {
    for (const [species, { name }] of Object.entries(animals))
      for (const isThatAnimal of [true, false, null])
        expect(reply(code, { species, isThatAnimal }).text.toLowerCase()).toContain(name.toLowerCase());
    expect(reply(code, { isThatAnimal: true }).text).not.toBe(reply(code, { isThatAnimal: false }).text);
  });

  it("says an animal in the owner's own word", () => {
    expect(reply(code, { species: "axolotl" }).text).toContain("axolotl");
  });

  it("says when it was born and how old that makes it", () => {
    const { text, used } = birthdayIn(code);
    expect(text).toMatch(/2019|٢٠١٩/u);
    expect(text).toMatch(/7|٧/u);
    expect(text).not.toMatch(/[{}]|\.\.|null|undefined/);
    expect(used).toEqual([]);
    expect(birthdayIn(code, { today: "2026-05-04" }).text.length).toBeGreaterThan(text.length);
  });

  it("says only when it was born where it is mourned, also on its birthday", () => {
    const { text } = mournedIn(code, { today: "2026-05-04" });
    expect(text).toMatch(/2019|٢٠١٩/u);
    expect(text).not.toMatch(/7|٧|[{}]|null|undefined/u);
    expect(mournedIn(code).text).toBe(text);
  });
});

describe("the profile beside the diary", () => {
  it("counts the age of a young animal in months and days", () => {
    expect(birthdayIn("en-US", { birthday: "2025-06-20" }).text).toContain("17 months");
    expect(birthdayIn("en-US", { birthday: "2026-11-20" }).text).toContain("3 days");
    expect(birthdayIn("ja-JP", {}).text).toContain("7歳");
  });

  it("leaves what it is to the diary, which tells more, and answers whether it is something else itself", () => {
    const evidence = [entry("kind", "I'm a tabby from Ohio.")];
    expect(reply("en-US", { evidence }).text).toContain("tabby");
    expect(reply("en-US", { evidence, isThatAnimal: false }).text).not.toContain("tabby");
  });

  it("adds today's age to what the diary told of it once", () => {
    const evidence = [entry("birthday", "I was born in May and I am five.")];
    const { text, used } = birthdayIn("en-US", { evidence });
    expect(text).toContain("I am five.");
    expect(text).toMatch(/7 years/);
    expect(used).toEqual(evidence);
  });

  it("adds no age to what the diary tells of a pet that is mourned", () => {
    const evidence = [entry("birthday", "I was born in May and I am five.")];
    expect(mournedIn("en-US", { evidence }).text).not.toMatch(/7 years/);
  });
});
