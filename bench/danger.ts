/**
 * Counts how announcements of danger and harmless messages are met: with help (a box), with a gentle question, or with neither; and
 * how many harmless ones get an answer of care. The texts are printed only with --show.
 *
 *   npm run bench:danger -- [--sealed] [--announcements FILE --harmless FILE] [--show]
 *
 * `--sealed` counts the two sets that nobody has read who worked on the words: they were written without sight of them, lie packed
 * beside their digests, and are never shown or tuned on. A line of a file is {"language": "en", "kind": "self", "text": "…"}.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { answerCare } from "#server/understanding/care/care.ts";
import { recognizeEmergency } from "#server/understanding/danger/recognize.ts";
import { languages as offered } from "#shared/voices.ts";

const fileOf = (name: string) => path.join(import.meta.dirname, "danger", name);
const { values: options } = parseArgs({
  options: {
    announcements: { type: "string", default: fileOf("announcements.jsonl") },
    harmless: { type: "string", default: fileOf("harmless.jsonl") },
    sealed: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});

const message = z.object({ language: z.string(), kind: z.string(), text: z.string() });
type Message = z.infer<typeof message>;
type Answer = "box" | "asked" | "neither";
interface Met extends Message {
  answer: Answer;
  hasCare: boolean;
}

const readFile = (file: string): string =>
  file.endsWith(".gz") ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, "utf8");

const readMessages = (file: string): Message[] =>
  readFile(file)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => message.parse(JSON.parse(line)));

function meet(said: Message): Met {
  const { language, text } = said;
  const locale = offered.find(({ code }) => code.split("-")[0] === language)?.code;
  if (locale === undefined) throw new Error(`no pet speaks ${language}`);
  const emergency = recognizeEmergency(text, locale);
  const answer = emergency === null ? "neither" : emergency.certainty === "certain" ? "box" : "asked";
  const pet = { name: "Bello", language: locale, species: "dog" };
  const care = answerCare({ question: text, pet, turns: [], evidence: [], diary: [], library: null });
  return { ...said, answer, hasCare: answer !== "box" && care !== null };
}

const meetAll = (file: string): Met[] => readMessages(file).map(meet);

const count = (met: readonly Met[], isOne: (each: Met) => boolean): number => met.filter(isOne).length;

function table(title: string, met: readonly Met[]): void {
  console.log(
    `\n${title}\n\n| language | kind | messages | box | asked | neither | care |\n| --- | --- | --: | --: | --: | --: | --: |`,
  );
  const nameOf = ({ language, kind }: Message) => `${language} | ${kind}`;
  for (const name of new Set(met.map(nameOf))) {
    const group = met.filter((each) => nameOf(each) === name);
    const [box, asked, neither] = (["box", "asked", "neither"] as const).map((answer) =>
      count(group, (each) => each.answer === answer),
    );
    console.log(
      `| ${name} | ${group.length} | ${box} | ${asked} | ${neither} | ${count(group, ({ hasCare }) => hasCare)} |`,
    );
  }
}

function share(name: string, met: readonly Met[], isOne: (each: Met) => boolean): void {
  const right = count(met, isOne);
  console.log(`${name}: ${right} of ${met.length} (${((100 * right) / Math.max(1, met.length)).toFixed(1)} %)`);
}

function show(met: readonly Met[], isOne: (each: Met) => boolean): void {
  if (!options.show || options.sealed) return;
  for (const { language, kind, text, answer, hasCare } of met.filter(isOne))
    console.log(`  ${language} ${kind}: ${text} (${hasCare ? "care" : answer})`);
}

const announced = meetAll(options.sealed ? fileOf("sealed-announcements.jsonl.gz") : options.announcements);
const harmless = meetAll(options.sealed ? fileOf("sealed-harmless.jsonl.gz") : options.harmless);
if (!options.sealed) {
  table("Announcements", announced);
  table("Harmless", harmless);
}
console.log("");
share("Announcements with a box", announced, ({ answer }) => answer === "box");
share("Announcements with a box or a question", announced, ({ answer }) => answer !== "neither");
show(announced, ({ answer }) => answer !== "box");
share("Harmless with a box", harmless, ({ answer }) => answer === "box");
share("Harmless with a question", harmless, ({ answer }) => answer === "asked");
share("Harmless with an answer of care", harmless, ({ hasCare }) => hasCare);
show(harmless, ({ answer, hasCare }) => answer !== "neither" || hasCare);
