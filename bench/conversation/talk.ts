/**
 * Plays lines to a pet of the sets, through the code that answers a chat, and prints the talk as Markdown.
 *
 *   npx tsx bench/conversation/talk.ts LANGUAGE PET [LINE]...
 *
 * PET is an id of `sets/LANGUAGE/seen.json`. Without a LINE they are read from the standard input, one of each line of it.
 * The person's name may be put before one, as in 'Ellie: hi'; what is said before a colon without a space is no name. In an
 * emergency the help is printed that a chat gives.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { helpFor } from "#server/understanding/danger/emergency.ts";
import type { Source } from "#shared/api/chat.ts";
import { conversationSet } from "./set-format.ts";
import { createSpeaker } from "./speaker.ts";

const [language = "en", petId = "", ...given] = process.argv.slice(2);
const file = path.join(import.meta.dirname, "sets", language, "seen.json");
const set = conversationSet.parse(JSON.parse(readFileSync(file, "utf8")));
const pet = set.pets.find(({ id }) => id === petId);
if (pet === undefined) throw new Error(`The pets of ${language} are ${set.pets.map(({ id }) => id).join(", ")}.`);

const lines = given.length > 0 ? given : (await text(process.stdin)).split("\n").filter((line) => line.trim() !== "");
const speaker = createSpeaker(pet, set.locale);
const turns: Turn[] = [];
for (const line of lines) {
  const [, name = pet.person, words = ""] = /^(?:(\p{Lu}\p{L}*): )?(.*)$/u.exec(line) ?? [];
  const help = helpFor(words, set.locale);
  const turn: Turn =
    help === null
      ? (await speaker.say(words, turns)).turn
      : { role: "assistant", content: [help.text ?? "", help.petSays[0] ?? ""].join("\n\n").trim() };
  turns.push({ role: "user", content: words }, turn);
  console.log(`**${name}:** ${words}\n\n**${pet.name}:** ${turn.content}\n`);
  for (const source of turn.sources ?? []) console.log(`> ${nameOf(source)}\n`);
  if ((turn.choices ?? []).length > 0) console.log(`> ${turn.choices?.map(({ label }) => `[ ${label} ]`).join(" ")}\n`);
}

function nameOf(source: Source): string {
  if (source.kind === "memory") return `Memory: ${source.text}`;
  if (source.kind === "diary") return `Diary: ${source.question}`;
  return source.page === null ? source.filename : `${source.filename}, page ${source.page}`;
}
