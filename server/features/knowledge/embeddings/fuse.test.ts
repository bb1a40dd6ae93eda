import { expect, it } from "vitest";
import { fuseRankings } from "../worth-telling.ts";

it("puts first what both rankings have near the top, and keeps what only one has", () => {
  expect(
    fuseRankings([
      ["walk", "vet", "ball"],
      ["food", "vet"],
    ]),
  ).toEqual(["vet", "walk", "food", "ball"]);
  expect(fuseRankings([["a", "b"], []])).toEqual(["a", "b"]);
  expect(fuseRankings([])).toEqual([]);
});
