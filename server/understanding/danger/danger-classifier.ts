import { textFeatures } from "../languages/text-features.ts";

/** What a message may tell of: an animal in danger, a person in danger, or neither. */
export const dangers = ["vet", "person", "none"] as const;
export type Danger = (typeof dangers)[number];
export type Chances = Readonly<Record<Danger, number>>;

/** Features share this many rows, by their hash: a table of a fixed size, and few of them meet in a row. */
const ROWS = 2 ** 16;
const WIDTH = dangers.length;
/** Fitted on the seen half of bench/conversation. */
const learning = { rounds: 15, rate: 2, slowing: 0.3, decay: 5e-4, bias: 0.1 } as const;
/** What a feature that no example holds weighs beside one that a single example holds. */
const UNKNOWN = 0.5;
/** What a run of letters weighs more here than in text-features.ts. */
const RUN_OF_LETTERS = 1.7;

interface Vector {
  readonly rows: Uint32Array;
  readonly values: Float32Array;
}

interface Example {
  readonly danger: number;
  readonly vector: Vector;
}

interface Tables {
  readonly rarity: Float32Array;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** What a classifier goes by: the rows of its tables that some example has, as plain numbers, which can be kept. */
export interface LearnedDangers {
  readonly rows: Uint16Array;
  readonly rarity: Float32Array;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  /** The rarity of all other rows. */
  readonly unknown: number;
}

/**
 * Logistic regression over the words, pairs of words and runs of letters of a text. It needs more work to learn than the
 * naive Bayes of text-classifier.ts and is a great deal better where one kind looks much like another.
 */
export class DangerClassifier {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static from({ rows, rarity, weights, bias, unknown }: LearnedDangers): DangerClassifier {
    const all = { rarity: new Float32Array(ROWS).fill(unknown), weights: new Float32Array(ROWS * WIDTH), bias };
    for (const [place, row] of rows.entries()) {
      all.rarity[row] = rarity[place] ?? unknown;
      all.weights.set(weights.subarray(place * WIDTH, (place + 1) * WIDTH), row * WIDTH);
    }
    return new DangerClassifier(all);
  }

  static learn(texts: ReadonlyMap<Danger, readonly string[]>): LearnedDangers {
    const read = dangers.flatMap((kind, danger) =>
      (texts.get(kind) ?? []).map((text) => ({ danger, features: hashedFeatures(text) })),
    );
    const rarity = rarityIn(read.map(({ features }) => features));
    const classifier = new DangerClassifier({
      rarity,
      weights: new Float32Array(ROWS * WIDTH),
      bias: new Float32Array(WIDTH),
    });
    const examples = read.map(({ danger, features }): Example => ({ danger, vector: classifier.#vector(features) }));
    const importance = importanceOf(examples);
    for (let round = 0; round < learning.rounds; round++) {
      shuffle(examples, round);
      const rate = learning.rate / (1 + round * learning.slowing);
      for (const example of examples) classifier.#learn(example, rate * (importance[example.danger] ?? 1), rate);
    }
    const { weights, bias } = classifier.#tables;
    const rows = Uint16Array.from(new Set(read.flatMap(({ features }) => [...features.rows]))).sort();
    return {
      rows,
      rarity: Float32Array.from(rows, (row) => rarity[row] ?? 0),
      weights: Float32Array.from([...rows].flatMap((row) => [...weights.subarray(row * WIDTH, (row + 1) * WIDTH)])),
      bias,
      unknown: unknownRarity(read.length),
    };
  }

  chances(text: string): Chances {
    const [vet = 0, person = 0, none = 0] = this.#guess(this.#vector(hashedFeatures(text)));
    return { vet, person, none };
  }

  /** To length 1. What no example holds counts in the length too, so that a text of unknown words is little like any. */
  #vector({ rows, strengths }: Features): Vector {
    const { rarity } = this.#tables;
    const values = strengths.slice();
    for (let place = 0; place < rows.length; place++)
      values[place] = (strengths[place] ?? 0) * (rarity[rows[place] ?? 0] ?? 0);
    const length = Math.hypot(...values) || 1;
    for (let place = 0; place < rows.length; place++) values[place] = (values[place] ?? 0) / length;
    return { rows, values };
  }

  /** Plain loops over arrays of one kind each, here and below: this is where the time of learning goes. */
  #guess({ rows, values }: Vector): Float64Array {
    const { weights, bias } = this.#tables;
    const chances = new Float64Array(bias);
    for (let place = 0; place < rows.length; place++) {
      const row = (rows[place] ?? 0) * WIDTH;
      const value = values[place] ?? 0;
      for (let danger = 0; danger < WIDTH; danger++)
        chances[danger] = (chances[danger] ?? 0) + (weights[row + danger] ?? 0) * value;
    }
    const best = Math.max(...chances);
    let sum = 0;
    for (let danger = 0; danger < WIDTH; danger++) {
      const odds = Math.exp((chances[danger] ?? 0) - best);
      chances[danger] = odds;
      sum += odds;
    }
    for (let danger = 0; danger < WIDTH; danger++) chances[danger] = (chances[danger] ?? 0) / sum;
    return chances;
  }

  #learn({ danger: right, vector }: Example, step: number, rate: number): void {
    const { rows, values } = vector;
    const { weights, bias } = this.#tables;
    const kept = 1 - rate * learning.decay;
    const errors = this.#guess(vector);
    for (let danger = 0; danger < WIDTH; danger++) {
      const error = ((errors[danger] ?? 0) - (danger === right ? 1 : 0)) * step;
      errors[danger] = error;
      bias[danger] = (bias[danger] ?? 0) - error * learning.bias;
    }
    for (let place = 0; place < rows.length; place++) {
      const row = (rows[place] ?? 0) * WIDTH;
      const value = values[place] ?? 0;
      for (let danger = 0; danger < WIDTH; danger++)
        weights[row + danger] = (weights[row + danger] ?? 0) * kept - (errors[danger] ?? 0) * value;
    }
  }
}

interface Features {
  readonly rows: Uint32Array;
  readonly strengths: Float32Array;
}

function hashedFeatures(text: string): Features {
  // Before the text is cut: a few signs stand for whole words, 18 letters for 'ﷺ'.
  const features = textFeatures(text.normalize("NFKC"));
  const rows = new Uint32Array(features.size);
  const strengths = new Float32Array(features.size);
  let place = 0;
  for (const [feature, strength] of features) {
    rows[place] = rowOf(feature);
    strengths[place] = strength * (feature.startsWith("~") ? RUN_OF_LETTERS : 1);
    place += 1;
  }
  return { rows, strengths };
}

/** FNV-1a, folded to the number of rows. */
function rowOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (ROWS - 1);
}

function rarityIn(examples: readonly Features[]): Float32Array {
  const counts = new Float32Array(ROWS);
  for (const { rows } of examples) for (const row of rows) counts[row] = (counts[row] ?? 0) + 1;
  return counts.map((count) => (count === 0 ? unknownRarity(examples.length) : Math.log(1 + examples.length / count)));
}

const unknownRarity = (examples: number): number => UNKNOWN * Math.log(1 + examples);

/** An example of a kind that has few weighs more than one of a kind that has many. */
function importanceOf(examples: readonly Example[]): number[] {
  return dangers.map((_, danger) => {
    const count = examples.filter((example) => example.danger === danger).length;
    return Math.sqrt(examples.length / WIDTH / Math.max(count, 1));
  });
}

/** The same order each time: what is learned must not change from one start to the next. */
function shuffle(examples: Example[], seed: number): void {
  let state = seed + 1;
  for (let last = examples.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const other = state % (last + 1);
    const [one, two] = [examples[last], examples[other]];
    if (one !== undefined && two !== undefined) [examples[last], examples[other]] = [two, one];
  }
}
