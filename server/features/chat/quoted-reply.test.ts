import { describe, expect, it } from "vitest";
import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import { offersOf, sourcesOf } from "./quoted-reply.ts";

const diary = ["kind", "food", "walk", "toy", "game"].map((key) => ({
  ...{ id: key, key, question: `What ${key}?`, answer: `My ${key}.` },
}));
const evidenceFor = (key: string): Evidence => ({
  ...{ kind: "diary", about: `What ${key}?`, text: `My ${key}.`, page: null, key },
});

describe("what a pet may offer to tell", () => {
  it("is the rest of the diary, the neighbours of what fits best first", () => {
    const keys = (evidence: Evidence[]) => offersOf({ diary, evidence }).map(({ key }) => key);
    expect(keys([evidenceFor("toy")])).toEqual(["walk", "game", "food", "kind"]);
    expect(keys([evidenceFor("kind"), evidenceFor("food")])).toEqual(["walk", "toy", "game"]);
    expect(keys([{ ...evidenceFor("toy"), kind: "document" }])).toEqual(["kind", "food", "walk", "toy", "game"]);
  });

  it("is shown as a source where it was told, as what was found is", () => {
    const evidence = [evidenceFor("toy"), evidenceFor("food")];
    const sources = evidence.map(({ about, text }) => ({
      ...({ kind: "diary", filename: "Pet diary", question: about, answer: text } as const),
    }));
    const offers = offersOf({ diary, evidence });
    const shown = (used: Evidence[]) => sourcesOf(used, { evidence, sources, maybe: [] }, offers);
    expect(shown(evidence.slice(1))).toEqual(sources.slice(1));
    expect(shown(offers.slice(0, 1))).toMatchObject([{ kind: "diary", question: "What walk?", answer: "My walk." }]);
    expect(shown([])).toEqual([]);
  });

  it("is shown as a source where it was asked back and picked, as a passage is", () => {
    const evidence: Evidence = { kind: "document", about: "vet.pdf", text: "12 kg", page: 1 };
    const source = { kind: "document", filename: "vet.pdf", documentId: "1", page: 1, passage: "12 kg" } as const;
    const shown = (used: Evidence[]) =>
      sourcesOf(used, { evidence: [], sources: [], maybe: [{ evidence, source }] }, []);
    expect(shown([evidence])).toEqual([source]);
    expect(shown([])).toEqual([]);
  });
});
