export type TextFeatures = ReadonlyMap<string, number>;

export interface Guess<Label> {
  label: Label;
  /** 0 to 1; all labels together 1. */
  probability: number;
}

/** A feature never seen with a label must not rule it out. */
const smoothing = { within: 0.03, outside: 0.3 } as const;
/** Fitted so that the probability says how often a guess is right. */
const usualSharpness = 1.2;

export interface LearnedTexts<Label extends string> {
  readonly labels: readonly Label[];
  readonly sharpness: number;
  readonly features: string;
  readonly rarity: Float32Array;
  /** The weight for a label none of whose examples hold it. */
  readonly usual: Float64Array;
  /** By feature, where its labels end, and how much more it weighs for each. */
  readonly ends: Uint32Array;
  readonly places: Uint8Array;
  readonly more: Float32Array;
}

/** Complement naive Bayes (Rennie et al., "Tackling the Poor Assumptions of Naive Bayes Text Classifiers", 2003). */
export class TextClassifier<Label extends string> {
  readonly #learned: LearnedTexts<Label>;
  readonly #rows: ReadonlyMap<string, number>;

  constructor(learned: LearnedTexts<Label>) {
    this.#learned = learned;
    this.#rows = new Map(learned.features.split("\n").map((feature, row) => [feature, row]));
  }

  static learn<Label extends string>(
    examples: ReadonlyMap<Label, readonly TextFeatures[]>,
    sharpness: number = usualSharpness,
  ): LearnedTexts<Label> {
    const table = countFeatures([...examples.values()].flat());
    const sums = sumByLabel([...examples.values()], table);
    const features = [...table.rows.keys()].join("\n");
    return { labels: [...examples.keys()], sharpness, features, rarity: table.rarity, ...weighed(sums, examples.size) };
  }

  guess(features: TextFeatures): Guess<Label>[] {
    const { labels, sharpness, rarity, usual, ends, places, more } = this.#learned;
    const { rows, values } = scaledFeatures(features, { rows: this.#rows, rarity });
    const all = values.reduce((sum, value) => sum + value, 0);
    const scores = usual.map((weight) => weight * all);
    for (const [at, row] of rows.entries())
      for (let place = ends[row - 1] ?? 0; place < (ends[row] ?? 0); place++) {
        const label = places[place] ?? 0;
        scores[label] = (scores[label] ?? 0) + (values[at] ?? 0) * (more[place] ?? 0);
      }
    const best = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(sharpness * (score - best)));
    const sum = odds.reduce((total, each) => total + each, 0);
    return labels
      .map((label, index) => ({ label, probability: (odds[index] ?? 0) / sum }))
      .sort((first, second) => second.probability - first.probability);
  }

  knows(feature: string): boolean {
    return this.#rows.has(feature);
  }
}

interface FeatureTable {
  readonly rows: ReadonlyMap<string, number>;
  readonly rarity: Float32Array;
}

function countFeatures(examples: readonly TextFeatures[]): FeatureTable {
  const rows = new Map<string, number>();
  const counts: number[] = [];
  for (const features of examples)
    for (const feature of features.keys()) {
      const row = rows.get(feature) ?? rows.size;
      rows.set(feature, row);
      counts[row] = (counts[row] ?? 0) + 1;
    }
  return { rows, rarity: Float32Array.from(counts, (count) => Math.log(1 + examples.length / count)) };
}

function sumByLabel(examples: readonly (readonly TextFeatures[])[], table: FeatureTable): Float64Array {
  const width = examples.length;
  const sums = new Float64Array(table.rows.size * width);
  for (const [label, list] of examples.entries()) {
    // Keeps labels with many examples from outweighing the others.
    const weight = 1 / Math.sqrt(list.length);
    for (const features of list) {
      const { rows, values } = scaledFeatures(features, table);
      for (let at = 0; at < rows.length; at++) {
        const place = (rows[at] ?? 0) * width + label;
        sums[place] = (sums[place] ?? 0) + (values[at] ?? 0) * weight;
      }
    }
  }
  return sums;
}

/** Sparse: most labels hold nothing of most features. */
function weighed(sums: Float64Array, width: number): Pick<LearnedTexts<string>, "usual" | "ends" | "places" | "more"> {
  const rows = sums.length / width;
  const totals = new Float64Array(width);
  for (let place = 0; place < sums.length; place++)
    totals[place % width] = (totals[place % width] ?? 0) + (sums[place] ?? 0);
  const all = totals.reduce((sum, total) => sum + total, 0);
  const usual = totals.map((total) => {
    const within = smoothing.within / (total + smoothing.within * rows);
    return Math.log(within * (all - total + smoothing.outside * rows));
  });
  const ends = new Uint32Array(rows);
  const places: number[] = [];
  const more: number[] = [];
  for (let row = 0; row < rows; row++) {
    const counts = sums.subarray(row * width, (row + 1) * width);
    const everywhere = counts.reduce((sum, count) => sum + count, 0);
    for (const [label, count] of counts.entries()) {
      if (count === 0) continue;
      const within = (count + smoothing.within) / smoothing.within;
      const outside = (everywhere - count + smoothing.outside) / (everywhere + smoothing.outside);
      places.push(label);
      more.push(Math.log(within / outside));
    }
    ends[row] = places.length;
  }
  return { usual, ends, places: Uint8Array.from(places), more: Float32Array.from(more) };
}

function scaledFeatures(features: TextFeatures, table: FeatureTable): { rows: number[]; values: number[] } {
  const rows: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [feature, value] of features) {
    const row = table.rows.get(feature);
    if (row === undefined) continue;
    const weighed = value * (table.rarity[row] ?? 0);
    rows.push(row);
    values.push(weighed);
    squares += weighed * weighed;
  }
  const length = Math.sqrt(squares) || 1;
  return { rows, values: values.map((value) => value / length) };
}
