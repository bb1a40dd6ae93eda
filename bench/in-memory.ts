/**
 * How a pet that has died answers hard questions with the diary voice: npm run bench:in-memory [-- --half seen|held --show --write]
 *
 * Half of the questions were kept aside when the patterns were written, and are only counted.
 */
import { parseArgs } from "node:util";
import { languages } from "#server/understanding/languages/languages.ts";
import { judgeLanguage } from "./in-memory/judge.ts";
import { percent, report } from "./results.ts";

const { values } = parseArgs({
  options: {
    half: { type: "string", default: "held" },
    show: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const half = values.half === "seen" ? "seen" : "held";

const rows: Record<string, string | number>[] = [];
const all = { of: 0, past: 0, answered: 0 };
for (const language of languages) {
  const judged = await judgeLanguage(language, half);
  const past = judged.filter(({ isOfNow }) => !isOfNow).length;
  const answered = judged.filter(({ isAnswered }) => isAnswered).length;
  rows.push(row(language.code, { of: judged.length, past, answered }));
  all.of += judged.length;
  all.past += past;
  all.answered += answered;
  for (const { kind, question, reply, isOfNow, isAnswered } of judged)
    if (values.show && (isOfNow || !isAnswered)) console.log(`${language.code} ${kind}: ${question} -> ${reply}`);
}
report(
  "in-memory",
  [{ title: `A pet in memory: hard questions, ${half}`, rows: [...rows, row("all", all)] }],
  values.write,
);

function row(language: string, { of, past, answered }: typeof all) {
  return {
    language,
    questions: of,
    "nothing of now": percent(past, of),
    "answered for what was asked": percent(answered, of),
  };
}
