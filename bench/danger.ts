/**
 * Counts how announcements of danger and harmless messages are met: with help (a box), with a gentle question, or with neither;
 * and how many harmless ones get an answer of care.
 *
 *   npm run bench:danger -- [--sealed] [--announcements FILE --harmless FILE] [--show] [--write]
 *
 * `--sealed` counts the two sets that nobody has read who worked on the words: they lie packed beside their digests, and are
 * never shown or tuned on. A line of a file is {"language": "en", "kind": "self", "text": "…"}. --show prints what was not met
 * as it should be.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { answerCare } from "#server/understanding/care/care.ts";
import { recognizeEmergency } from "#server/understanding/danger/recognize.ts";
import { languages } from "#shared/voices.ts";
import { percent, report, spread } from "./results.ts";

const fileOf = (name: string) => path.join(import.meta.dirname, "danger", name);
const { values: options } = parseArgs({
  options: {
    announcements: { type: "string", default: fileOf("announcements.jsonl") },
    harmless: { type: "string", default: fileOf("harmless.jsonl") },
    sealed: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const message = z.object({ language: z.string(), kind: z.string(), text: z.string() });
const times: number[] = [];

function meet({ language, kind, text }: z.infer<typeof message>) {
  const locale = languages.find(({ code }) => code.split("-")[0] === language)?.code;
  if (locale === undefined) throw new Error(`no pet speaks ${language}`);
  const began = performance.now();
  const emergency = recognizeEmergency(text, locale);
  times.push(performance.now() - began);
  const met = emergency === null ? "neither" : emergency.certainty === "certain" ? "box" : "asked";
  const pet = { name: "Bello", language: locale, species: "dog" };
  const care = answerCare({ question: text, pet, turns: [], evidence: [], diary: [], library: null });
  return { language, kind, text, met, hasCare: met !== "box" && care !== null };
}
type Met = ReturnType<typeof meet>;

function meetAll(file: string): Met[] {
  const bytes = readFileSync(file);
  const lines = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString().split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => meet(message.parse(JSON.parse(line))));
}

const rowOf = (messages: string, all: readonly Met[]) => {
  const count = (isOne: (each: Met) => boolean) => percent(all.filter(isOne).length, all.length);
  return {
    ...{ messages, count: all.length, box: count(({ met }) => met === "box") },
    ...{ asked: count(({ met }) => met === "asked"), neither: count(({ met }) => met === "neither") },
    care: count(({ hasCare }) => hasCare),
  };
};

const announced = meetAll(options.sealed ? fileOf("sealed-announcements.jsonl.gz") : options.announcements);
const harmless = meetAll(options.sealed ? fileOf("sealed-harmless.jsonl.gz") : options.harmless);
const wrong = [
  ...announced.filter(({ met }) => met !== "box"),
  ...harmless.filter(({ met, hasCare }) => met !== "neither" || hasCare),
];
if (options.show && !options.sealed)
  for (const { language, kind, text, met, hasCare } of wrong)
    console.log(`${language} ${kind}: ${text} (${hasCare ? "care" : met})`);
const sets = { announcements: announced, harmless } as const;
const kinds = options.sealed
  ? []
  : Object.entries(sets).flatMap(([name, all]) =>
      [...new Set(all.map(({ kind }) => kind))].map((kind) =>
        rowOf(
          `${name}, ${kind}`,
          all.filter((each) => each.kind === kind),
        ),
      ),
    );
const rows = [...Object.entries(sets).map(([name, all]) => rowOf(name, all)), ...kinds];
const title = `${options.sealed ? "Sealed sets" : "Open sets"}; to read a message for danger takes ${spread(times, 2)} ms (p50 / p95)`;
report(options.sealed ? "danger-sealed" : "danger", [{ title, rows }], options.write);
