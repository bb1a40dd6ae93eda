import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { memorableIn } from "#server/understanding/retrieval/memorable.ts";
import { isNewsOf } from "#server/understanding/retrieval/memory-news.ts";
import { areAlike, fingerprintOf } from "./fingerprint.ts";

const told = z.object({
  fact: z.string(),
  again: z.array(z.string()).length(10),
  other: z.array(z.string()),
  updates: z.array(z.tuple([z.string(), z.string()])),
});
const languages = z
  .record(z.string(), told)
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/memory-news.json", import.meta.url), "utf8")));

const store = { agentId: "pet", userId: "person" };

describe.each(Object.entries(languages))("what was told before, in %s", (code, { fact, again, other, updates }) => {
  const suggested = (message: string) => memorableIn(message, code)[0]?.text ?? message;
  const isAlike = (message: string) => {
    const digests = (text: string) => fingerprintOf("secret", store, suggested(text), code);
    return areAlike(digests(fact), digests(message));
  };

  it("is known again in ten other wordings, once it was declined or forgotten [T151]", () => {
    expect(again.filter((message) => !isAlike(message))).toEqual([]);
  });

  it("does not stand in the way of another fact that shares words with it", () => {
    expect(other.filter(isAlike)).toEqual([]);
  });

  it.each(updates)("takes the place of what it updates: %s %s", (before, now) => {
    const found = memorableIn(now, code);
    expect(found).not.toEqual([]);
    expect(found.some(({ text }) => isNewsOf(text, before, code))).toBe(true);
  });

  it("is no news of somebody else", () => {
    const facts = updates.map(([before]) => before);
    expect(facts.filter((one) => isNewsOf(fact, one, code) || other.some((each) => isNewsOf(each, one, code)))).toEqual(
      [],
    );
  });
});
