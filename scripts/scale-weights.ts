/** One value per weight, and its gradient, moved by Adam (Kingma and Ba, 2015) in its usual setting. */
export function minimize(
  start: Float64Array,
  steps: number,
  rate: number,
  gradient: (at: Float64Array) => Float64Array,
): Float64Array {
  const at = Float64Array.from(start);
  const mean = new Float64Array(at.length);
  const square = new Float64Array(at.length);
  for (let step = 1; step <= steps; step += 1) {
    const slope = gradient(at);
    for (let place = 0; place < at.length; place += 1) {
      const each = slope[place] ?? 0;
      mean[place] = 0.9 * (mean[place] ?? 0) + 0.1 * each;
      square[place] = 0.999 * (square[place] ?? 0) + 0.001 * each * each;
      const moved = (mean[place] ?? 0) / (1 - 0.9 ** step);
      at[place] = (at[place] ?? 0) - (rate * moved) / (Math.sqrt((square[place] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return at;
}

export function dot(values: Float64Array, weights: Float64Array, from = 0): number {
  let sum = 0;
  for (let place = 0; place < values.length; place += 1) sum += (values[place] ?? 0) * (weights[from + place] ?? 0);
  return sum;
}

/** Candidates of one question, of which some answer it. */
export interface Choice {
  weight: number;
  candidates: readonly (readonly number[])[];
  answers: readonly boolean[];
}

/** The weights with which a softmax over the candidates gives most to those that answer. */
export function fitChoice(choices: readonly Choice[], features: number): Float64Array {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  const packed = choices.map(({ candidates, ...rest }) => ({
    ...rest,
    rows: candidates.map((each) => Float64Array.from(each)),
  }));
  return minimize(new Float64Array(features), 200, 0.1, (at) => {
    const slope = at.map((each) => penalty.rank * each);
    for (const { weight, rows, answers } of packed) {
      const scores = rows.map((values) => dot(values, at));
      const most = Math.max(...scores);
      const likely = scores.map((score) => Math.exp(score - most));
      const all = likely.reduce((sum, each) => sum + each, 0);
      const right = likely.reduce((sum, each, place) => sum + (answers[place] ? each : 0), 1e-12);
      for (const [place, values] of rows.entries()) {
        const each = likely[place] ?? 0;
        const error = (weight / total) * (each / all - (answers[place] ? each / right : 0));
        // Most candidates of most questions are out of the running.
        if (Math.abs(error) * total > 1e-3) addTo(slope, values, error);
      }
    }
    return slope;
  });
}

function addTo(sums: Float64Array, values: Float64Array, times: number, from = 0): void {
  for (let place = 0; place < values.length; place += 1)
    sums[from + place] = (sums[from + place] ?? 0) + times * (values[place] ?? 0);
}

const penalty = { rank: 0.001, judge: 0.01 } as const;

/** A question that its best candidate answers or does not. */
export interface Verdict {
  weight: number;
  values: Float64Array;
  isRight: boolean;
}

/** A logistic regression with hidden units; its weights are for the values as they are. */
export interface Judge {
  direct: number[];
  hidden: { gain: number; weights: number[] }[];
}

/** The mean of several judges, which differ by where they start: each alone fits some of the chance in the examples. */
export function fitJudges(verdicts: readonly Verdict[], hidden: number, count: number): Judge {
  const judges = Array.from({ length: count }, (_, start) => fitJudge(verdicts, hidden, start));
  return {
    direct: (judges[0]?.direct ?? []).map(
      (_, at) => judges.reduce((sum, { direct }) => sum + (direct[at] ?? 0), 0) / count,
    ),
    hidden: judges.flatMap((each) => each.hidden.map(({ gain, weights }) => ({ gain: gain / count, weights }))),
  };
}

/** @param hidden how many units; the last value of each verdict is 1, for the constant */
function fitJudge(verdicts: readonly Verdict[], hidden: number, start: number): Judge {
  const size = verdicts[0]?.values.length ?? 0;
  const { means, spreads } = spreadOf(verdicts, size);
  const rows = verdicts.map(({ values }) => values.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)));
  const total = verdicts.reduce((sum, { weight }) => sum + weight, 0);
  const from = startOf(size * (hidden + 1) + hidden, size, start);
  const fitted = minimize(from, 250, 0.03, (at) => {
    const slope = at.map((each, place) =>
      place % size === size - 1 && place < size * (hidden + 1) ? 0 : penalty.judge * each,
    );
    for (const [row, { weight, isRight }] of verdicts.entries()) {
      const values = rows[row] ?? new Float64Array(size);
      const units = Array.from({ length: hidden }, (_, unit) => Math.tanh(dot(values, at, size * (unit + 1))));
      const score = units.reduce(
        (sum, unit, each) => sum + unit * (at[size * (hidden + 1) + each] ?? 0),
        dot(values, at),
      );
      const error = (weight / total) * (1 / (1 + Math.exp(-score)) - (isRight ? 1 : 0));
      addTo(slope, values, error);
      for (const [unit, value] of units.entries()) {
        const gain = size * (hidden + 1) + unit;
        const back = error * (at[gain] ?? 0) * (1 - value * value);
        slope[gain] = (slope[gain] ?? 0) + error * value;
        addTo(slope, values, back, size * (unit + 1));
      }
    }
    return slope;
  });
  const unscaled = (from: number): number[] => {
    const weights = spreads.map((spread, place) => (fitted[from + place] ?? 0) / spread);
    const shift = dot(weights, means);
    return [...weights].map((weight, place) => (place === size - 1 ? weight - shift : weight));
  };
  return {
    direct: unscaled(0),
    hidden: Array.from({ length: hidden }, (_, unit) => ({
      gain: fitted[size * (hidden + 1) + unit] ?? 0,
      weights: unscaled(size * (unit + 1)),
    })),
  };
}

/** The mean and the standard deviation of each value but the last, which is always 1. */
function spreadOf(verdicts: readonly Verdict[], size: number) {
  const means = new Float64Array(size);
  const spreads = new Float64Array(size).fill(1);
  for (let place = 0; place < size - 1; place += 1) {
    const values = verdicts.map(({ values: each }) => each[place] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    means[place] = mean;
    spreads[place] = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) + 1e-6;
  }
  return { means, spreads };
}

/** Small numbers that are the same each time; the direct weights begin at 0. */
function startOf(length: number, zeros: number, start: number): Float64Array {
  let state = 7 + 1_000 * start;
  return Float64Array.from({ length }, (_, place) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return place < zeros ? 0 : (state / 2_147_483_648 - 0.5) * 0.35;
  });
}

export function judge({ direct, hidden }: Judge, values: Float64Array): number {
  const weigh = (weights: number[]) => dot(values, Float64Array.from(weights));
  return hidden.reduce((sum, { gain, weights }) => sum + gain * Math.tanh(weigh(weights)), weigh(direct));
}
