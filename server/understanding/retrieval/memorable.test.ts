import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { memorableIn, slotAsked, slotOf } from "./memorable.ts";

const sentences = z.record(z.string(), z.string());
const said = z
  .record(z.string(), z.object({ atOnce: sentences, later: sentences, nothing: sentences, asks: sentences }))
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/memorable.json", import.meta.url), "utf8")));

describe.each(Object.entries(said))("what is worth remembering, in %s", (code, { atOnce, later, nothing, asks }) => {
  it.each(Object.entries(atOnce))("is found at once: %s", (_what, sentence) => {
    expect(memorableIn(sentence, code).map(({ isAtOnce }) => isAtOnce)).toEqual([true]);
  });

  it.each(Object.entries(later))("is found: a %s", (kind, sentence) => {
    const [found] = memorableIn(sentence, code);
    expect(found).toMatchObject({ kind, quote: sentence });
  });

  it.each(Object.entries(nothing))("is not %s", (_what, sentence) => {
    expect(memorableIn(sentence, code)).toEqual([]);
  });

  it("is known by its kind where it is asked for", () => {
    expect(Object.values(asks).map((question) => slotAsked(question, code))).toEqual(Object.keys(asks));
    expect([slotOf(atOnce.name ?? "", code), slotOf(atOnce.home ?? "", code)]).toEqual(["name", "home"]);
  });
});
