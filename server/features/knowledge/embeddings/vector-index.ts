export interface SimilarVector {
  id: string;
  similarity: number;
}

/** A byte for each number: 2,000 passages of 1,536 dimensions take 3 MB, and directions hardly change. */
export class VectorIndex {
  readonly model: string;
  readonly #rows: { id: string; values: Int8Array; length: number }[] = [];
  #bytes = 0;

  constructor(model: string) {
    this.model = model;
  }

  add(id: string, vector: Float32Array): void {
    const values = toBytes(vector);
    this.#rows.push({ id, values, length: Math.sqrt(dot(values, values)) });
    this.#bytes += values.length + 100;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Each id once; none for another dimension. */
  nearest(vector: Float32Array, most: number): SimilarVector[] {
    const wanted = toBytes(vector);
    const length = Math.sqrt(dot(wanted, wanted));
    if (length === 0) return [];
    const best = new Map<string, number>();
    for (const { id, values, length: own } of this.#rows) {
      if (values.length !== wanted.length || own === 0) continue;
      const similarity = dot(values, wanted) / (own * length);
      if (similarity > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, similarity);
    }
    return [...best]
      .map(([id, similarity]) => ({ id, similarity }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, most);
  }
}

function toBytes(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)));
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
