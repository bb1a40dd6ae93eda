/**
 * How long it takes to read a message for words of an emergency, for 8,000 characters of several kinds; beside it how many
 * times as long as a plain scan of the same text (its letters summed up twenty times) in the same run.
 *
 *   npm run bench:emergency
 */
import { recognizeEmergency } from "#server/understanding/danger/recognize.ts";
import { languages } from "#server/understanding/languages/languages.ts";

const LENGTH = 8_000;
const ROUNDS = 15;

const units = [
  ...[
    "!",
    "! ",
    ". ",
    "?!",
    "…",
    ", ",
    "a",
    "a ",
    "a. ",
    "no ",
    "not ",
    "he ",
    "he ate not ",
    "blood ",
    "hit me with ",
  ],
  ...[
    "laughing . ",
    "chocolate ",
    "I want to ",
    "I'm going to ",
    "he always hit me ",
    "ich will mich ",
    "mich heute vor den Zug ",
    "me voy a ",
    "me tiro por el ",
    "숨을 ",
    "我",
    "死",
    "ガ",
    "た",
    "ﷺ",
    "не ",
    "лев ",
    "لا ",
    "नहीं ",
    "😀",
    "\u200b",
  ],
];
const questions = (code: string) =>
  languages
    .filter((language) => language.code === code)
    .flatMap((language) => Object.values(language.readParaphrases()).flatMap(({ ask }) => ask))
    .join(" ");
const texts = new Map([
  ...units.map((unit) => [JSON.stringify(unit), unit.repeat(LENGTH)] as const),
  ...languages.map(({ code }) => [`questions in ${code}`, questions(code)] as const),
  ["beginnings of patterns", beginnings()] as const,
]);

const started = performance.now();
recognizeEmergency("Good morning!", "en-US");
console.log(`${(performance.now() - started).toFixed(0)} ms for the first message of a process\n`);
recognizeEmergency(questions("en"), "en-US");
let slowest = 0;
for (const [name, text] of texts) {
  const message = text.slice(0, LENGTH);
  const reading = median(() => recognizeEmergency(message, "en-US"));
  const scanning = median(() => scan(message));
  slowest = Math.max(slowest, reading);
  console.log(
    `${name.padEnd(26)}${reading.toFixed(2).padStart(8)} ms${(reading / scanning).toFixed(1).padStart(8)} scans`,
  );
}
console.log(`${"slowest".padEnd(26)}${slowest.toFixed(2).padStart(8)} ms`);

function median(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((x, y) => x - y)[ROUNDS >> 1] ?? 0;
}

function scan(text: string): number {
  let sum = 0;
  for (let round = 0; round < 20; round++)
    for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

/** The first words of the patterns of all languages, in one row. */
function beginnings(): string {
  const patterns = languages.flatMap(({ emergency }) => [...emergency.person, ...emergency.vet, ...emergency.eaten]);
  return patterns.map((pattern) => pattern.replaceAll("(", "").split(/[|)]/, 1)[0]).join(" ");
}
