import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { careFor } from "./may-have.ts";
import file from "./things.json" with { type: "json" };
import { type ListedSpecies, listedSpecies, thingKeys, thingsFile, verdictFor } from "./things.ts";

describe("the list of things", () => {
  it("can be used, and each source and reason is", () => {
    const { sources, reasons, things } = thingsFile.parse(file);
    const all = Object.values(things);
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(sources).filter((key) => !all.some((thing) => thing.sources.includes(key)))).toEqual([]);
    expect(Object.keys(reasons).filter((key) => !all.some(({ reason }) => reason === key))).toEqual([]);
  });

  it("names a mistake with its place", () => {
    const wrong = { ...file, things: { grape: { verdict: "never", reason: "none", sources: ["hearsay"] } } };
    expect(thingsFile.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([
      "hearsay is not explained",
      "none is not explained",
    ]);
  });

  it.each([
    ["dog", ["chocolate", "grape", "raisin", "onion", "garlic", "xylitol", "macadamia", "alcohol", "ibuprofen"]],
    ["cat", ["lily", "onion", "garlic", "paracetamol", "essentialOil", "insecticide", "antifreeze", "grape", "raisin"]],
    ["rabbit", ["avocado", "rhubarb", "lilyOfTheValley", "chocolate", "bread", "milk", "ivy", "foxglove"]],
    ["bird", ["avocado", "chocolate", "coffee", "alcohol", "salt", "onion", "fruitPit", "nicotine"]],
    ["horse", ["yew", "ragwort", "oleander", "acorn", "lawnClippings", "potato", "chocolate", "avocado"]],
    ["guinea_pig", ["avocado", "rhubarb", "potato", "onion", "chocolate", "milk", "meat"]],
    ["tortoise", ["avocado", "rhubarb", "buttercup", "foxglove", "meat", "catFood", "dogFood", "milk"]],
  ] satisfies [ListedSpecies, string[]][])("never lets a %s have what is known to harm it", (species, poisons) => {
    for (const poison of poisons) expect(verdictFor(poison, species), poison).toBe("never");
  });

  it("holds poisons, drugs and what hurts for no animal to have", () => {
    const { things } = thingsFile.parse(file);
    for (const [key, { reason }] of Object.entries(things))
      if (["poison", "drug", "corrosive", "plantPoison", "mushroom"].includes(reason))
        for (const species of [...listedSpecies, "other", "unknown"] as const)
          expect(verdictFor(key, species), key).toBe("never");
  });
});

describe.each(languages)("the things in $code", ({ code, care }) => {
  it("are those of the list", () => {
    expect(Object.keys(care.things).sort()).toEqual(thingKeys().sort());
  });

  it("have words that mean one thing only", () => {
    const seen = new Map<string, string>();
    for (const [key, { name, words }] of Object.entries(care.things))
      for (const word of [name, ...words]) {
        expect(seen.get(word) ?? key, word).toBe(key);
        seen.set(word, key);
      }
  });

  it("are understood by their names where they harm", () => {
    const mayI = care.enough[0]?.replaceAll("*", "");
    const missed = Object.entries(care.things).filter(([key, { name }]) => {
      const said = careFor(`${mayI} ${name}?`, { name: "Q", language: code, species: null });
      return verdictFor(key, "unknown") === "never" && said?.verdict !== "never";
    });
    expect(missed.map(([, { name }]) => name)).toEqual([]);
  });
});
