/**
 * Fits the scale by which a pet decides what answers a question (server/understanding/retrieval/scale.ts), on the seen
 * halves of bench/conversation/sets and on bench/diaries.
 *
 *   npx tsx bench/fit-scale.ts [--language CODE]... [--false SHARE] [--asked SHARE] [--write]
 *
 * Prints what is found for questions of languages that were left out of the fit, and for those of the unseen halves, from
 * which nothing is fitted. --write stores what was fitted on all languages, and the same each time.
 *
 * The threshold is the certainty that all but the SHARE of the seen halves' unanswerable questions stay below, each judged
 * by weights that were fitted without its language. Another SHARE of them is asked back.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { candidateFeatures } from "#server/understanding/retrieval/features.ts";
import { certaintyFeatures, leadOf } from "#server/understanding/retrieval/scale.ts";
import { type Example, readExamples } from "./scale/examples.ts";
import { dot, fitChoice, fitJudges, judge, type Verdict } from "./scale/fit.ts";

const { values: options } = parseArgs({
  options: {
    language: { type: "string", multiple: true },
    false: { type: "string", default: "0.18" },
    asked: { type: "string", default: "0.2" },
    write: { type: "boolean", default: false },
  },
});

/** Ten are no better. */
const HIDDEN = 6;
/** Their mean tells right from unknown better than one: area under the curve 0.881 with one, 0.889 with four. */
const JUDGES = 3;
const FOLDS = 6;

const began = performance.now();
const examples = await readExamples("seen", options.language);
console.log(`${examples.length} examples in ${((performance.now() - began) / 1000).toFixed(0)} s`);
const folds = foldsOf(examples);
const verdicts = folds.flatMap((held) => {
  const rank = fitRank(examples.filter((example) => !held.has(example)));
  return [...held].map((example): [Example, Verdict] => [example, verdictOf(example, rank)]);
});
const certainties = new Map<Example, number>();
for (const held of folds) {
  const fitted = fitJudges(
    verdicts.flatMap(([example, verdict]) => (held.has(example) ? [] : [verdict])),
    HIDDEN,
    JUDGES,
  );
  for (const [example, { values }] of verdicts) if (held.has(example)) certainties.set(example, judge(fitted, values));
}
const threshold = thresholdFor(Number(options.false));
const askedFrom = thresholdFor(Number(options.false) + Number(options.asked));
print("left out of the fit", verdicts, (example) => certainties.get(example) ?? 0);
const rank = fitRank(examples);
const judgeOfAll = fitJudges(
  verdicts.map(([, verdict]) => verdict),
  HIDDEN,
  JUDGES,
);
await printUnseen();
if (options.write) store();

/** Each fold holds whole languages, so that no pet is on both sides. */
function foldsOf(all: readonly Example[]): Set<Example>[] {
  const languages = [...new Set(all.map(({ language }) => language))];
  const count = Math.min(FOLDS, Math.max(2, languages.length));
  return Array.from(
    { length: count },
    (_, fold) => new Set(all.filter(({ language }) => languages.indexOf(language) % count === fold)),
  );
}

function fitRank(from: readonly Example[]): Float64Array {
  const answerable = from.filter(({ answers }) => answers.includes(true));
  return fitChoice(
    answerable.map(({ weight, features, answers }) => ({ weight, candidates: features.candidates, answers })),
    candidateFeatures.length,
  );
}

function verdictOf({ features, sources, source, weight }: Example, rank: Float64Array): Verdict {
  const scores = features.candidates.map((values) => dot(Float64Array.from(values), rank));
  const best = scores.indexOf(Math.max(...scores));
  const values = Float64Array.from([
    ...(features.candidates[best] ?? []),
    ...features.question,
    leadOf(scores, sources, best),
    1,
  ]);
  return { weight, values, isRight: source !== null && sources[best] === source };
}

function thresholdFor(share: number): number {
  const unanswerable = verdicts
    .filter(([{ kind }]) => kind === "unanswerable")
    .map(([example]) => certainties.get(example) ?? 0);
  unanswerable.sort((x, y) => y - x);
  return unanswerable[Math.floor(share * unanswerable.length)] ?? 0;
}

async function printUnseen(): Promise<void> {
  const unseen = (await readExamples("unseen", options.language)).map((example): [Example, Verdict] => [
    example,
    verdictOf(example, rank),
  ]);
  const judged = new Map(unseen.map(([example, { values }]) => [example, judge(judgeOfAll, values)]));
  print("unseen", unseen, (example) => judged.get(example) ?? 0);
}

function print(title: string, all: readonly [Example, Verdict][], certaintyOf: (example: Example) => number): void {
  console.log(
    `${`${title}, in % of`.padEnd(36)}  n  best is right  told and right          told  asked & right         asked`,
  );
  for (const kind of new Set(all.map(([example]) => example.kind))) {
    const own = all.filter(([example]) => example.kind === kind);
    const isTold = ([example]: [Example, Verdict]) => certaintyOf(example) >= threshold;
    const isAsked = (each: [Example, Verdict]) => !isTold(each) && certaintyOf(each[0]) >= askedFrom;
    const percent = (some: [Example, Verdict][]) => ((100 * some.length) / own.length).toFixed(1).padStart(14);
    const right = own.filter(([, { isRight }]) => isRight);
    console.log(
      `${kind.padEnd(34)}${String(own.length).padStart(5)}${percent(right)}${percent(right.filter(isTold))}${percent(own.filter(isTold))}${percent(right.filter(isAsked))}${percent(own.filter(isAsked))}`,
    );
  }
}

function store(): void {
  const { direct, hidden } = judgeOfAll;
  const fitted = {
    known: rounded(1 / (1 + Math.exp(-threshold))),
    asked: rounded(1 / (1 + Math.exp(-askedFrom))),
    rank: byName(candidateFeatures, [...rank]),
    certainty: byName(certaintyFeatures, direct),
    hidden: hidden.map(({ gain, weights }) => ({ gain: rounded(gain), weights: byName(certaintyFeatures, weights) })),
  };
  const file = path.join(import.meta.dirname, "../server/features/knowledge/retrieval/scale.json");
  writeFileSync(file, `${JSON.stringify(fitted, null, 2)}\n`);
}

function byName(names: readonly string[], values: readonly number[]): Record<string, number> {
  if (names.length !== values.length) throw new Error(`${values.length} weights for ${names.length} features`);
  return Object.fromEntries(names.map((name, place) => [name, rounded(values[place] ?? 0)]));
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
