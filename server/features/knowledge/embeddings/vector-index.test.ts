import { describe, expect, it } from "vitest";
import { VectorIndex } from "./vector-index.ts";

const vector = (...values: number[]) => Float32Array.from(values);

describe("a vector index", () => {
  it("finds the nearest direction first, each id by its nearest vector", () => {
    const index = new VectorIndex("m");
    index.add("ball", vector(1, 0, 0));
    index.add("vet", vector(0, 2, 0));
    index.add("vet", vector(0, 1, 1));
    index.add("nothing", vector(0, 0, 0));
    const near = index.nearest(vector(0, 0.2, 0.2), 10);
    expect(near.map(({ id }) => id)).toEqual(["vet", "ball"]);
    expect(near[0]?.similarity).toBeCloseTo(1, 3);
    expect(near[1]?.similarity).toBe(0);
    expect(index.nearest(vector(1, 1, 0), 1)).toHaveLength(1);
  });

  it("keeps the order of directions that differ by little", () => {
    const index = new VectorIndex("m");
    const wave = (shift: number) => Float32Array.from({ length: 512 }, (_, place) => Math.sin(place + shift));
    for (const shift of [0.3, 0.1, 0.2]) index.add(String(shift), wave(shift));
    expect(index.nearest(wave(0), 3).map(({ id }) => id)).toEqual(["0.1", "0.2", "0.3"]);
  });

  it("finds nothing for a vector of another dimension or without direction", () => {
    const index = new VectorIndex("m");
    index.add("ball", vector(1, 0));
    expect(index.nearest(vector(1, 0, 0), 5)).toEqual([]);
    expect(index.nearest(vector(0, 0), 5)).toEqual([]);
  });
});
