/**
 * How Will's rules understand what is said: npm run bench:will [-- --half tuned|held --show --write]
 *
 * The words of the languages were tuned on every second line of `will/sentences.json`, then on misses of the others: it guards. Other sentences:
 * `npx tsx bench/will.ts --file FILE.jsonl`, lines of {lang, question, said, is}.
 */
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { hearAnswer } from "#server/understanding/interview/hear-answer.ts";
import { languageFor } from "#server/understanding/languages/languages.ts";
import { report } from "./results.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: "string" },
    half: { type: "string" },
    show: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const row = z.object({ lang: z.string(), question: z.string(), said: z.string(), is: z.string() });
const sentence = z.tuple([z.string(), z.string()]);
const sentences = z.record(
  z.string(),
  z.object({ name: z.string(), can: z.string(), others: z.array(sentence), answers: z.array(sentence) }),
);

const diary = z.object({ language: z.string(), answers: z.record(z.string(), z.string()) });

interface Row extends z.output<typeof row> {
  key: string | null;
  half: "tuned" | "held" | "diaries";
}

function rowsOfFile(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => row.parse(JSON.parse(line)))
    .map((one) => ({ ...one, ...seededAs(one), half: "held" }));
}

/** The product knows of a seeded question which it is. */
function seededAs({ question, lang }: { question: string; lang: string }) {
  for (const [key, { question: english }] of Object.entries(languageFor("en")?.diaryQuestions ?? {})) {
    const own = languageFor(lang)?.diaryQuestions[key];
    if ([english, own?.question, own?.about].includes(question)) return { key, question: english };
  }
  return { key: null, question };
}

/** What pets are told to be: all of it is an answer. */
function rowsOfDiaries(): Row[] {
  const folder = new URL("diaries/", import.meta.url);
  return readdirSync(folder).flatMap((name) => {
    const { language, answers } = diary.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
    const english = languageFor("en")?.diaryQuestions ?? {};
    return Object.entries(answers).map(([key, said]): Row => {
      const question = english[key]?.question ?? "";
      return { lang: language.slice(0, 2), key, question, said, is: "answer", half: "diaries" };
    });
  });
}

function ownRows(): Row[] {
  const all = sentences.parse(JSON.parse(readFileSync(new URL("will/sentences.json", import.meta.url), "utf8")));
  return Object.entries(all).flatMap(([lang, { name, can, others, answers }]) => {
    const asked = (key: string) => {
      const own = { "?name": name, "?can": can }[key];
      if (own !== undefined) return { key: null, question: own };
      return { key, question: languageFor("en")?.diaryQuestions[key]?.question ?? "" };
    };
    const rowsOf = (said: readonly z.output<typeof sentence>[], is: string): Row[] =>
      said.map(([key, words], at) => ({ lang, said: words, is, half: at % 2 === 0 ? "tuned" : "held", ...asked(key) }));
    return [...rowsOf(answers, "answer"), ...rowsOf(others, "none")];
  });
}

const file = values.file ?? positionals[0];
const rows = (file === undefined ? [...ownRows(), ...rowsOfDiaries()] : rowsOfFile(file)).filter(
  ({ half }) => values.half === undefined || half === values.half,
);
const heard = rows.map((one) => ({ ...one, as: hearAnswer(one.said, one.lang, one).kind }));
if (values.show)
  for (const { lang, is, as, question, said } of heard)
    if ((is === "answer") !== (as === "answer")) console.log(`${lang} ${is} heard as ${as}: ${said}   [${question}]`);

const count = (some: typeof heard) => {
  const answers = some.filter(({ is }) => is === "answer");
  const others = some.filter(({ is }) => is !== "answer");
  const as = (list: typeof heard, ...kinds: string[]) => list.filter((one) => kinds.includes(one.as)).length;
  return {
    answers: answers.length,
    kept: as(answers, "answer"),
    "asked about": as(answers, "unsure"),
    lost: answers.length - as(answers, "answer", "unsure"),
    "no answers": others.length,
    saved: as(others, "answer"),
    asked: as(others, "unsure"),
    understood: others.length - as(others, "answer", "unsure"),
  };
};
const languages = [...new Set(heard.map(({ lang }) => lang))];
const halves = [...new Set(heard.map(({ half }) => half))];
report(
  "will",
  [
    {
      title: "What is said to Will, by rules; the words were tuned on the first half, then on misses of the other",
      rows: halves.map((half) => ({ half, ...count(heard.filter((one) => one.half === half)) })),
    },
    {
      title: "By language",
      rows: languages.map((lang) => ({ language: lang, ...count(heard.filter((one) => one.lang === lang)) })),
    },
  ],
  values.write,
);
