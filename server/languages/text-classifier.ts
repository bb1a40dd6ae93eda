/** What stands in a text, and how strongly. */
export type Features = ReadonlyMap<string, number>;

export interface Guess<Label> {
  label: Label;
  /** 0 to 1; those of all labels add up to 1. */
  probability: number;
}

/** Added to each count, so that a feature never seen with a label does not rule it out. */
const smoothing = { within: 0.03, outside: 0.3 } as const;
/** How fast the probability falls with the score: fitted so that it says how often a guess is right. */
const usualSharpness = 1.2;

/** What a classifier goes by: plain numbers and texts, which can be kept. */
export interface LearnedTexts<Label extends string> {
  readonly labels: readonly Label[];
  readonly sharpness: number;
  /** Feature to its row in the tables. */
  readonly rows: ReadonlyMap<string, number>;
  readonly rarity: Float32Array;
  /** A row for each feature with the weight for each label. */
  readonly weights: Float32Array;
}

/**
 * Complement naive Bayes over weighted features: a label's weight for a feature is how much likelier the feature is
 * within its examples than in all others (Rennie et al., "Tackling the Poor Assumptions of Naive Bayes Text
 * Classifiers", 2003). Needs few examples of a label.
 */
export class TextClassifier<Label extends string> {
  readonly learned: LearnedTexts<Label>;

  constructor(learned: LearnedTexts<Label>) {
    this.learned = learned;
  }

  static learn<Label extends string>(
    examples: ReadonlyMap<Label, readonly Features[]>,
    sharpness: number = usualSharpness,
  ): TextClassifier<Label> {
    const labels = [...examples.keys()];
    const known = counted([...examples.values()].flat());
    const sums = summed([...examples.values()], known);
    const weights = weighed(sums, labels.length);
    return new TextClassifier({ labels, sharpness, ...known, weights });
  }

  /** Likeliest first. */
  guess(features: Features): Guess<Label>[] {
    const { labels, sharpness, weights } = this.learned;
    const scores = new Float64Array(labels.length);
    const { rows, values } = scaled(features, this.learned);
    for (let at = 0; at < rows.length; at++) {
      const start = (rows[at] ?? 0) * scores.length;
      for (let label = 0; label < scores.length; label++)
        scores[label] = (scores[label] ?? 0) + (values[at] ?? 0) * (weights[start + label] ?? 0);
    }
    const best = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(sharpness * (score - best)));
    const sum = odds.reduce((total, each) => total + each, 0);
    return labels
      .map((label, index) => ({ label, probability: (odds[index] ?? 0) / sum }))
      .sort((first, second) => second.probability - first.probability);
  }

  /** Whether an example holds the feature. */
  knows(feature: string): boolean {
    return this.learned.rows.has(feature);
  }
}

/** Which features there are, and how rare each is. */
type Known = Pick<LearnedTexts<string>, "rows" | "rarity">;

/** Gives each feature its row, and weighs it by how many examples hold it. */
function counted(examples: readonly Features[]): Known {
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

/** A row for each feature with how much of it stands in the examples of each label. */
function summed(examples: readonly (readonly Features[])[], known: Known): Float64Array {
  const width = examples.length;
  const sums = new Float64Array(known.rows.size * width);
  for (const [label, list] of examples.entries()) {
    // A label with many examples weighs less than as many times as one with few.
    const weight = 1 / Math.sqrt(list.length);
    for (const features of list) {
      const { rows, values } = scaled(features, known);
      for (let at = 0; at < rows.length; at++) {
        const place = (rows[at] ?? 0) * width + label;
        sums[place] = (sums[place] ?? 0) + (values[at] ?? 0) * weight;
      }
    }
  }
  return sums;
}

// Plain loops, because this goes over some million numbers.
function weighed(sums: Float64Array, width: number): Float32Array {
  const rows = sums.length / width;
  const totals = new Float64Array(width);
  for (let place = 0; place < sums.length; place++)
    totals[place % width] = (totals[place % width] ?? 0) + (sums[place] ?? 0);
  const all = totals.reduce((sum, total) => sum + total, 0);
  const weights = new Float32Array(sums.length);
  for (let start = 0; start < sums.length; start += width) {
    let everywhere = 0;
    for (let label = 0; label < width; label++) everywhere += sums[start + label] ?? 0;
    for (let label = 0; label < width; label++) {
      const count = sums[start + label] ?? 0;
      const total = totals[label] ?? 0;
      const within = (count + smoothing.within) / (total + smoothing.within * rows);
      const outside = (everywhere - count + smoothing.outside) / (all - total + smoothing.outside * rows);
      weights[start + label] = Math.log(within / outside);
    }
  }
  return weights;
}

/** Row and value of the features that an example holds, weighed by rarity, to length 1. */
function scaled(features: Features, known: Known): { rows: number[]; values: number[] } {
  const rows: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [feature, value] of features) {
    const row = known.rows.get(feature);
    if (row === undefined) continue;
    const weighed = value * (known.rarity[row] ?? 0);
    rows.push(row);
    values.push(weighed);
    squares += weighed * weighed;
  }
  const length = Math.sqrt(squares) || 1;
  return { rows, values: values.map((value) => value / length) };
}
