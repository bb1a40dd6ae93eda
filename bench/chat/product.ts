import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { type Answer, ask, MODEL_WORD } from "./clients.ts";
import { type BenchPet, type BenchQuestion, benchPets } from "./questions.ts";

const PASSWORD = "Bench-Dog-2026!";
const LONG_CHATS_A_PET = 4;
/** With their replies they make twenty turns. */
const QUESTIONS_BEFORE = 10;
const POLL_MS = 100;
const POLLS = 600;
const withId = z.object({ id: z.string() });
const documentStates = z.array(z.object({ id: z.string(), processingStatus: z.string() }));

/** The product as it is run: what `npm run build` has made of a checkout, with a data folder of its own. */
export interface Product {
  pid: number;
  url: string;
  headers: Record<string, string>;
  ask(question: BenchQuestion): Promise<Answer>;
  /** Uploads a document for the first pet and waits until it can be asked about. */
  read(document: Blob, name: string): Promise<void>;
  stop(): Promise<void>;
}

interface ProductOptions {
  checkout: string;
  /** Undefined: the diary voice speaks. */
  modelUrl: string | undefined;
  /** How many processes share its port. */
  workers: number;
  nextQuestion: () => BenchQuestion;
}

/** Starts it, and makes its pets and chats of twenty turns to go on with. */
export async function startProduct({ checkout, modelUrl, workers, nextQuestion }: ProductOptions): Promise<Product> {
  const data = temporaryDataDir();
  const variables = {
    ...{ WORKERS: String(workers), ADMIN_PASSWORD: PASSWORD, RATE_LIMIT_SCALE: "1000000" },
    ...(modelUrl !== undefined && { OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: "bench" }),
    ...(process.env.DATABASE_URL !== undefined && { DATABASE_URL: process.env.DATABASE_URL }),
  };
  const { url, pid, stop } = await startServer(data.path, variables, checkout);
  const account = { username: "administrator", password: PASSWORD };
  const signedIn = await send(url, "/api/auth/login", {}, account);
  const headers = { Cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const pets: string[] = [];
  for (const pet of benchPets) pets.push(await createPet(url, headers, pet));
  const mark = modelUrl === undefined ? '"type":"content"' : MODEL_WORD;
  const say = (pet: number, message: string, sessionId?: string) =>
    ask(`${url}/api/agents/${pets[pet]}/chat/stream`, headers, JSON.stringify({ message, sessionId }), mark);
  const beginLongChat = async (pet: number) => {
    const { id } = await idOf(send(url, "/api/sessions", headers, { agentId: pets[pet] }));
    for (let turns = 0; turns < QUESTIONS_BEFORE; ) {
      const question = nextQuestion();
      if (question.pet !== pet) continue;
      await say(pet, question.message, id);
      turns += 1;
    }
    return id;
  };
  const longChats = await Promise.all(
    pets.map((_, pet) => Promise.all(Array.from({ length: LONG_CHATS_A_PET }, () => beginLongChat(pet)))),
  );
  return {
    ...{ pid, url, headers },
    async ask({ pet, message, goesOn }) {
      // A chat takes one question at a time: where all are in use, a new one is begun.
      const sessionId = goesOn ? longChats[pet]?.pop() : undefined;
      const answer = await say(pet, message, sessionId);
      if (sessionId !== undefined) longChats[pet]?.push(sessionId);
      return answer;
    },
    read: (document, name) => readDocument(`${url}/api/agents/${pets[0]}/documents`, headers, document, name),
    async stop() {
      await stop();
      data.remove();
    },
  };
}

async function createPet(
  url: string,
  headers: Record<string, string>,
  { name, locale, diary, documents }: BenchPet,
): Promise<string> {
  const { id } = await idOf(send(url, "/api/agents", headers, { name, language: locale }));
  for (const entry of diary) await send(url, `/api/agents/${id}/diary/entries`, headers, entry);
  for (const { name: file, text } of documents)
    await readDocument(`${url}/api/agents/${id}/documents`, headers, new Blob([text], { type: "text/plain" }), file);
  return id;
}

async function readDocument(url: string, headers: Record<string, string>, document: Blob, name: string): Promise<void> {
  const body = new FormData();
  body.set("file", document, name);
  const { id } = await idOf(expectOk(await fetch(url, { method: "POST", headers, body })));
  for (let polls = 0; polls < POLLS; polls += 1) {
    const documents = documentStates.parse(await (await fetch(url, { headers })).json());
    const status = documents.find((one) => one.id === id)?.processingStatus;
    if (status === "failed") throw new Error(`${name} could not be read.`);
    if (status === "processed") return;
    await sleep(POLL_MS);
  }
  throw new Error(`${name} was not read.`);
}

const send = async (base: string, path: string, headers: Record<string, string>, body: object): Promise<Response> =>
  expectOk(
    await fetch(`${base}${path}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

const idOf = async (response: Promise<Response>) => withId.parse(await (await response).json());

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response;
}
