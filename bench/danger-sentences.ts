/**
 * Prints sentences that the table of a language's phrases of danger stands for, spread over all of them, to be read by
 * somebody who speaks the language.
 *
 *   npx tsx bench/danger-sentences.ts de 200
 */
import { tableSentences } from "#server/understanding/danger/danger-table.ts";
import { languageFor } from "#server/understanding/languages/languages.ts";

const [code = "en", count = "200"] = process.argv.slice(2);
const table = languageFor(code)?.danger;
if (table === undefined || table === null)
  throw new Error(`server/understanding/languages/${code}/danger.json is missing`);
const { said, denied } = tableSentences(table);
for (const [name, sentences] of [
  ["said", said],
  ["denied", denied],
] as const) {
  console.log(`\n${sentences.length} ${name}`);
  const step = Math.max(1, sentences.length / Number(count));
  for (let at = 0; at < sentences.length; at += step) console.log(`  ${sentences[Math.floor(at)]?.text}`);
}
