import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { careFor } from "../care/may-have.ts";
import { recognizeEmergency } from "./recognize.ts";

const messagesOf = (file: string): { language: string; kind: string; text: string }[] =>
  readFileSync(new URL(`../../../bench/danger/${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const certaintyOf = (text: string, language: string) => recognizeEmergency(text, language)?.certainty;
/** Who ate is not said in Korean, and a question behind a comma may ask for what is before it. */
const MOST_MENTIONS = 4;

describe("announcements of danger in 13 languages [T140]", () => {
  it("are each met with help, or with a gentle question", () => {
    const all = messagesOf("announcements");
    expect(all.filter(({ language, text }) => certaintyOf(text, language) === undefined)).toEqual([]);
    const helped = all.filter(({ language, text }) => certaintyOf(text, language) === "certain");
    expect(helped.length / all.length).toBeGreaterThanOrEqual(0.97);
  });
});

describe("messages that only sound like danger, in 13 languages [T140]", () => {
  const all = messagesOf("harmless");

  it("bring no help, and at most one in forty a question", () => {
    const met = all.map(({ language, text }) => ({ text, certainty: certaintyOf(text, language) }));
    expect(met.filter(({ certainty }) => certainty === "certain")).toEqual([]);
    const asked = met.filter(({ certainty }) => certainty === "possible");
    expect(asked.length / met.length, asked.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(1 / 40);
  });

  it("ask for no care where they only mention a food", () => {
    const pet = (language: string) => ({ name: "Bello", language, species: "dog" });
    const cared = all.filter(({ language, text }) => careFor(text, pet(language)) !== null);
    expect(cared.length, cared.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(MOST_MENTIONS);
  });
});
