import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PromptMessage } from "#tests/support/openai-server.ts";
import type { Player } from "./play.ts";

const POLL_MS = 100;

/** Puts each prompt into a folder, as 001.json, and waits for 001.reply.txt, which `answerPrompts` puts there. */
export function inFolder(folder: string): Player {
  mkdirSync(folder, { recursive: true });
  let count = readdirSync(folder).filter(isPrompt).length;
  return async (messages, { talk }) => {
    count += 1;
    const id = `${count}`.padStart(3, "0");
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ id, talk: talk.id, messages }, null, 1));
    const reply = join(folder, `${id}.reply.txt`);
    while (!existsSync(reply)) await sleep(POLL_MS);
    return readFileSync(reply, "utf8");
  };
}

/** The prompts that wait; a first message only where the talk begins, and once for all talks with that pet. */
export function printPrompts(folder: string): void {
  const printed = new Set<string>();
  for (const name of readdirSync(folder).filter(isPrompt)) {
    const prompt: Prompt = JSON.parse(readFileSync(join(folder, name), "utf8"));
    if (existsSync(join(folder, `${prompt.id}.reply.txt`))) continue;
    const [system = "", ...rest] = prompt.messages.map(({ role, content }) => `--- ${role}\n${content}`);
    console.log(`\n=== ${prompt.id} ${prompt.talk}`);
    if (rest.length === 1 && !printed.has(system)) console.log(system);
    printed.add(system);
    console.log(rest.join("\n"));
  }
}

type Prompt = { id: string; talk: string; messages: PromptMessage[] };
const isPrompt = (name: string): boolean => /^\d+\.json$/.test(name);

/** Replies out of a file: a line '### 001', then the reply, and so on. */
export function answerPrompts(folder: string, file: string): void {
  for (const part of `\n${readFileSync(file, "utf8")}`.split("\n### ").slice(1)) {
    const [id = "", ...lines] = part.split("\n");
    const reply = join(folder, `${id.trim()}.reply.txt`);
    writeFileSync(`${reply}.part`, lines.join("\n").trim());
    renameSync(`${reply}.part`, reply);
  }
}
