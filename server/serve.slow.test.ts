import { mkdtemp, rm } from "node:fs/promises";
import { type ClientRequest, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { login } from "#shared/api/auth.ts";
import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { failsWhenTold, startInstance } from "#tests/support/instance.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { onServer } from "#tests/support/server-database.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { newPet, visit } from "#tests/support/visitor.ts";

let database: TestDatabase;
let dataDir: string;
let model: OpenAiServer;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "pet-talk-stopped-"));
  model = await startOpenAiServer();
});
afterAll(async () => {
  await model.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const credentials = JSON.stringify({ username: "administrator", password: PASSWORD });

/** What a process manager gives a server before it kills it. */
const limit = () => new Promise<null>((resolve) => setTimeout(resolve, 30_000, null).unref());

/** A sign-in whose body is still to come. */
function beginSignIn(url: string): { request: ClientRequest; answered: Promise<number | string> } {
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(credentials) };
  const request = httpRequest(url + login.path, { method: "POST", headers });
  request.write(credentials.slice(0, 1));
  const answered = new Promise<number | string>((resolve) => {
    request.once("response", (response) => resolve(response.resume().statusCode ?? 0));
    request.once("error", () => resolve("cut off"));
    request.once("close", () => resolve("cut off"));
  });
  return { request, answered };
}

it("a server that is told to stop ends replies with a sentence, lets requests end, waits for no job or visitor longer than 30 seconds, and exits with 0 [T115]", async () => {
  const models = { OPENAI_BASE_URL: model.url, OPENAI_EMBEDDING_MODEL: "meaning-1" };
  const variables = { DATABASE_URL: database.url, ADMIN_PASSWORD: PASSWORD, ...models };
  model.embed({ kind: "hang" });
  const server = await startInstance(dataDir, { ...variables, LOG_LEVEL: "info" });
  const admin = visit(server.url);
  await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
  const id = await newPet(admin);
  // A job that ends by itself only in a minute: it waits for vectors, and holds a connection of the database.
  await expect.poll(() => model.embeddings, { timeout: TEST_TIMEOUT_MS }).toHaveLength(1);
  const prompt = beginSignIn(server.url);
  const silent = beginSignIn(server.url);
  model.behave({ kind: "endless", everyMs: 20 });
  const events: ChatEvent[] = [];
  let stopped: Promise<number | null> | undefined;
  for await (const event of admin.stream(chatStream, { params: { id }, body: { message: "Are you there?" } })) {
    events.push(event);
    if (event.type === "content") stopped ??= Promise.race([server.stop(), limit()]);
  }
  expect(events.at(-1)).toMatchObject({ type: "error", code: "restarting", error: expect.stringContaining("again") });
  expect(server.log.join("\n")).toContain('"stopping"');
  prompt.request.end(credentials.slice(1));
  expect(await prompt.answered).toBe(200);
  expect(await silent.answered).toBe("cut off");
  expect(await stopped).toBe(0);
  expect(model.embeddings, "the job had not ended").toHaveLength(1);
});

it("slow statements are logged from when the server is ready on, not while it makes its tables", async () => {
  const empty = await createTestDatabase();
  onTestFinished(() => empty.drop());
  await onServer(empty.url, "drop schema public cascade; create schema public; drop schema drizzle cascade");
  const server = await startInstance(dataDir, { DATABASE_URL: empty.url, SLOW_QUERY_MS: "1" });
  await expect.poll(() => server.log.some((line) => line.includes("slow query"))).toBe(true);
  expect(await server.stop()).toBe(0);
  expect(server.printed).not.toContain("slow query");
});

it.each(["thrown", "rejected"] as const)(
  "an error that is %s where nobody catches it is logged, ends replies with a sentence, lets requests end, and the process with 1 [T139]",
  async (how) => {
    const models = { OPENAI_BASE_URL: model.url, LOG_LEVEL: "info" };
    const variables = { DATABASE_URL: database.url, ADMIN_PASSWORD: PASSWORD, ...models, ...failsWhenTold(how) };
    const server = await startInstance(dataDir, variables);
    const admin = visit(server.url);
    await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
    const id = await newPet(admin);
    const prompt = beginSignIn(server.url);
    const silent = beginSignIn(server.url);
    model.behave({ kind: "endless", everyMs: 20 });
    const events: ChatEvent[] = [];
    let failed: Promise<number | null> | undefined;
    for await (const event of admin.stream(chatStream, { params: { id }, body: { message: "Are you there?" } })) {
      events.push(event);
      if (event.type === "content") failed ??= server.fail();
    }
    expect(events.at(-1)).toMatchObject({ type: "error", code: "restarting", error: expect.stringContaining("again") });
    prompt.request.end(credentials.slice(1));
    expect(await prompt.answered).toBe(200);
    expect(await silent.answered).toBe("cut off");
    expect(await failed).toBe(1);
    expect(server.log.join("\n")).toContain("an error that nobody caught");
    expect(server.log.join("\n")).toContain("a-fault");
  },
);
