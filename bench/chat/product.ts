import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { findReadyLine, type ReadyLine } from "#tests/support/ready-line.ts";
import { startArguments } from "#tests/support/start-command.ts";
import { type Answer, ask } from "./clients.ts";
import { MODEL_WORD } from "./pace.ts";
import { type BenchPet, benchPets } from "./pets.ts";
import type { BenchQuestion } from "./questions.ts";

const PASSWORD = "Bench-Dog-2026!";
const LONG_CHATS_A_PET = 4;
/** With their replies they make twenty turns. */
const QUESTIONS_BEFORE = 10;
const POLL_MS = 100;
const POLLS = 600;
const withId = z.object({ id: z.string() });

/** Where a signed-in account is. */
interface Server {
  url: string;
  headers: Record<string, string>;
}

/** The product as it is run: what `npm run build` has made of a checkout, with a data folder of its own. */
export interface Product extends Server {
  process: ChildProcess;
  ask(question: BenchQuestion): Promise<Answer>;
  stop(): Promise<void>;
}

interface ProductOptions {
  checkout: string;
  /** Undefined: the built-in voice speaks. */
  modelUrl: string | undefined;
  /** How many processes share its port. */
  workers: number;
  nextQuestion: () => BenchQuestion;
}

/** Starts it, and makes its pets and chats of twenty turns to go on with. */
export async function startProduct({ checkout, modelUrl, workers, nextQuestion }: ProductOptions): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
  const child = fork(join(checkout, "dist/server/main.js"), [], {
    cwd: folder,
    execArgv: [...startArguments().options, "--import", new URL("./profiler.mjs", import.meta.url).href],
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      LOG_LEVEL: "info",
      DATA_DIR: folder,
      ...(modelUrl !== undefined && { OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: "bench" }),
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_SCALE: "1000000",
      WORKERS: String(workers),
      ...(process.env.DATABASE_URL !== undefined && { DATABASE_URL: process.env.DATABASE_URL }),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const { url } = await readyLineOf(child);
  const headers = { Cookie: await signIn(url) };
  const pets: string[] = [];
  for (const pet of benchPets) pets.push(await createPet({ url, headers }, pet));
  const mark = modelUrl === undefined ? '"type":"content"' : MODEL_WORD;
  const send = (pet: number, message: string, sessionId?: string) =>
    ask(`${url}/api/agents/${pets[pet]}/chat/stream`, headers, JSON.stringify({ message, sessionId }), mark);
  const longChats = await Promise.all(
    pets.map((agentId, pet) =>
      Promise.all(
        Array.from({ length: LONG_CHATS_A_PET }, async () => {
          const { id } = withId.parse(await post({ url, headers }, "/api/sessions", { agentId }));
          for (let turn = 0; turn < QUESTIONS_BEFORE; turn += 1) await send(pet, questionTo(pet, nextQuestion), id);
          return id;
        }),
      ),
    ),
  );
  return {
    ...{ process: child, url, headers },
    async ask({ pet, message, goesOn }) {
      // A chat takes one question at a time: where all are in use, a new one is begun.
      const sessionId = goesOn ? longChats[pet]?.pop() : undefined;
      const answer = await send(pet, message, sessionId);
      if (sessionId !== undefined) longChats[pet]?.push(sessionId);
      return answer;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function questionTo(pet: number, nextQuestion: () => BenchQuestion): string {
  for (;;) {
    const question = nextQuestion();
    if (question.pet === pet) return question.message;
  }
}

async function createPet(to: Server, { name, locale, diary, documents }: BenchPet): Promise<string> {
  const { id } = withId.parse(await post(to, "/api/agents", { name, language: locale }));
  for (const entry of diary) await post(to, `/api/agents/${id}/diary/entries`, entry);
  for (const { name: file, text } of documents) {
    const body = new FormData();
    body.set("file", new Blob([text], { type: "text/plain" }), file);
    await expectOk(await fetch(`${to.url}/api/agents/${id}/documents`, { method: "POST", headers: to.headers, body }));
  }
  await untilRead(to, id);
  return id;
}

async function untilRead({ url, headers }: Server, agentId: string): Promise<void> {
  for (let polls = 0; polls < POLLS; polls += 1) {
    const response = await fetch(`${url}/api/agents/${agentId}/documents`, { headers });
    const all = z.array(z.object({ processingStatus: z.string() })).parse(await response.json());
    if (all.every(({ processingStatus }) => processingStatus === "processed")) return;
    await sleep(POLL_MS);
  }
  throw new Error("The documents were not read.");
}

async function signIn(url: string): Promise<string> {
  const body = { username: "administrator", password: PASSWORD };
  const response = await fetch(`${url}/api/auth/login`, jsonRequest(body, {}));
  await expectOk(response);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function post({ url, headers }: Server, path: string, body: object): Promise<unknown> {
  return (await expectOk(await fetch(`${url}${path}`, jsonRequest(body, headers)))).json();
}

function jsonRequest(body: object, headers: Record<string, string>): RequestInit {
  return {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Reads what the server prints until it ends: a pipe that nobody reads is soon full, and then holds up whoever writes to it. */
function readyLineOf(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let printed: string | undefined = "";
    child.once("exit", () => reject(new Error(`The server ended:\n${printed}`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (printed === undefined) return;
      printed += text;
      const ready = findReadyLine(printed);
      if (ready === undefined) return;
      printed = undefined;
      resolve(ready);
    });
  });
}
