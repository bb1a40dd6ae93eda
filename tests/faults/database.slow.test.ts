import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertReply } from "#server/features/chat/reply-queries.ts";
import { resumeDocuments } from "#server/features/documents/process.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { listAgents } from "#shared/api/agents.ts";
import { type ChatEvent, chat, chatStream, createSession, listMessages, stopReply } from "#shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "../support/openai-server.ts";
import { newPet, userIdOf, type Visitor } from "../support/visitor.ts";

const unavailable = { status: 503, body: { code: "unavailable", error: expect.stringContaining("database") } };

describe("a database that is stopped and started again while it is used", () => {
  let folder: string;
  let database: EmbeddedPostgres;
  let proxy: DatabaseProxy;
  let app: TestApp;
  let admin: Visitor;
  let pet: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "pet-talk-restarted-"));
    // Made private; as root the database runs as another user, who has to get in.
    await chmod(folder, 0o711);
    database = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false });
    await migrate(database.url);
    proxy = await startDatabaseProxy(database.url);
    app = await startTestApp({ isFirstStart: true, env: { DATABASE_URL: proxy.url } });
    admin = await app.admin();
    pet = await newPet(admin);
  });
  afterAll(async () => {
    await app?.stop();
    await proxy?.stop();
    await database?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  it("is a 503 with a sentence meanwhile; then all is well by itself, and nothing acknowledged is lost [T113]", async () => {
    const questions = await admin.call(listDiaryQuestions, {});
    const acknowledged = new Map<string, string>();
    const answers: { status: number; body: unknown }[] = [];
    let going = true;
    const save = async (questionId: string) => {
      for (let round = 0; going; round += 1) {
        const answer = `Answer ${round}.`;
        const saved = await admin.attempt(saveDiaryAnswer, { params: { id: pet }, body: { questionId, answer } });
        if (saved.status === 200) acknowledged.set(questionId, answer);
        answers.push(saved);
        await sleep(10);
      }
    };
    const ask = async () => {
      while (going) {
        answers.push(await admin.attempt(chat, { params: { id: pet }, body: { message: "Where do you sleep?" } }));
        await sleep(10);
      }
    };
    const load = [save(questions[0]?.id ?? ""), save(questions[1]?.id ?? ""), ask()];
    const since = (from: number, status: number) => answers.slice(from).filter((answer) => answer.status === status);
    await expect.poll(() => since(0, 200).length).toBeGreaterThan(5);

    await database.stop();
    const stopped = answers.length;
    await expect.poll(() => since(stopped, 503).length).toBeGreaterThan(5);
    expect((await app.visitor().fetch("/healthz")).status).toBe(200);
    expect((await app.visitor().fetch("/readyz")).status).toBe(503);

    database = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false });
    proxy.leadTo(database.url);
    const started = answers.length;
    await expect.poll(() => since(started, 200).length).toBeGreaterThan(5);
    going = false;
    await Promise.all(load);

    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(unavailable);
    const kept = await admin.call(listDiaryAnswers, { params: { id: pet } });
    for (const [questionId, answer] of acknowledged)
      expect(kept.find((one) => one.questionId === questionId)?.answer).toBe(answer);
    await upload(admin, pet);
  });
});

describe("a database whose connections break", () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let model: OpenAiServer;
  let app: TestApp;
  let admin: Visitor;
  let log = "";
  /** What happens before the text of a document is read from the store. */
  let beforeRead = async (): Promise<void> => undefined;
  let pet: string;
  beforeAll(async () => {
    database = await createTestDatabase("seeded");
    proxy = await startDatabaseProxy(database.url);
    const logTo = {
      write(entry: string) {
        log += entry;
      },
    };
    model = await startOpenAiServer();
    const env = { DATABASE_URL: proxy.url, OPENAI_BASE_URL: model.url, LOG_LEVEL: "warn" };
    app = await startTestApp({ env, logTo });
    const { files } = app.deps;
    const { read } = files;
    files.read = async (key) => {
      await beforeRead();
      return read(key);
    };
    admin = await app.admin();
    pet = await newPet(admin);
  });
  afterAll(async () => {
    await app?.stop();
    await model?.stop();
    await proxy?.stop();
    await database?.drop();
  });

  it("while a reply is made: it is stored as soon as the database is back, and its reader gets the end [T113]", async () => {
    const words = "one two three four five six seven eight nine ten";
    model.behave(saying(words, 5));
    const { id: sessionId } = await admin.call(createSession, { body: { agentId: pet } });
    const heard: ChatEvent[] = [];
    let mending: Promise<void> | undefined;
    /** Not before the product has tried in vain. */
    const mendAfter = async (refusals: number) => {
      await expect.poll(() => proxy.refused).toBeGreaterThan(refusals);
      proxy.mend();
    };
    for await (const event of admin.stream(chatStream, {
      params: { id: pet },
      body: { message: "Count!", sessionId },
    })) {
      heard.push(event);
      if (heard.filter(({ type }) => type === "content").length !== 1 || event.type !== "content") continue;
      proxy.cut();
      mending = mendAfter(proxy.refused + 3);
    }
    await mending;
    expect(heard.at(-1)).toMatchObject({ type: "complete", stopped: false });
    const messages = await admin.call(listMessages, { params: { sessionId }, query: {} });
    expect(messages.map(({ content, status }) => [content, status])).toEqual([
      ["Count!", "complete"],
      [words, "complete"],
    ]);
  });

  it("after a reply was stored, before it was said so: it is stored once [T113]", async () => {
    model.behave({ kind: "hang" });
    const { id: sessionId } = await admin.call(createSession, { body: { agentId: pet } });
    const asking = admin.attempt(chat, { params: { id: pet }, body: { message: "Once?", sessionId } });
    const messages = () => admin.call(listMessages, { params: { sessionId }, query: {} });
    await expect.poll(async () => (await messages()).length).toBe(1);
    const [question] = await messages();
    const reply = { content: "Once.", help: null, sources: [], mark: null, choices: [], status: "complete" as const };
    const opened = { questionId: question?.id ?? "", workerId: app.deps.instances.workerId };
    const spent = { userId: await userIdOf(admin), promptTokens: 1, replyTokens: 1 };
    const first = await insertReply(app.deps.db, opened, reply, spent);
    expect(first).not.toBeNull();
    expect(await insertReply(app.deps.db, opened, reply, spent)).toBe(first);
    await admin.call(stopReply, { params: { sessionId } });
    await asking;
    expect((await messages()).map(({ content }) => content)).toEqual(["Once?", "Once."]);
  });

  it("after a document was stored, before it was said so: its file stays, and it is read", async () => {
    const { db } = app.deps;
    const { transaction } = db;
    const agentId = await newPet(admin, "Felix");
    db.transaction = async (...given: Parameters<typeof transaction>) => {
      await Reflect.apply(transaction, db, given);
      throw new Error("Connection terminated unexpectedly");
    };
    const file = { file: text("It snows."), filename: "snow.txt" };
    const answer = await admin.attempt(uploadDocument, { params: { id: agentId }, ...file });
    db.transaction = transaction;
    expect(answer).toMatchObject(unavailable);
    const states = async () =>
      (await admin.call(listDocuments, { params: { id: agentId } })).map(({ processingStatus }) => processingStatus);
    await expect.poll(states).toEqual(["processed"]);
  });

  it("in the middle of two jobs: the server lives, both are done in the end, and so are later ones [T113]", async () => {
    log = "";
    const id = await newPet(admin, "Olive");
    const gates: (() => void)[] = [];
    beforeRead = () => new Promise((resolve) => gates.push(resolve));
    const file = (filename: string) => ({ params: { id }, file: text("It rains."), filename });
    await admin.call(uploadDocument, file("first.txt"));
    await admin.call(uploadDocument, file("second.txt"));
    await expect.poll(() => gates.length).toBe(2);
    beforeRead = async () => undefined;
    proxy.cut();
    gates[0]?.();
    // The one can't write down that it failed; the other can.
    await expect.poll(() => log).toMatch(/Failed to fail jobs/);
    proxy.mend();
    gates[1]?.();
    await expect
      .poll(async () => {
        await resumeDocuments(app.deps);
        return (await admin.call(listDocuments, { params: { id } })).map(({ processingStatus }) => processingStatus);
      })
      .toEqual(["processed", "processed"]);
    await upload(admin, id);
  });
});

describe("a database that is slow", () => {
  let app: TestApp;
  let admin: Visitor;
  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.admin();
  });
  afterAll(() => app?.stop());

  it("answers two hundred readers at once by ten connections, each of them [T112]", async () => {
    const reads = Array.from({ length: 200 }, () => admin.attempt(listAgents, {}));
    const answers = await Promise.all(reads);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(app.deps.pool.totalCount).toBeLessThanOrEqual(10);
  });

  it("is not waited for without end: a 503 with a sentence, while everything else goes on [T112]", async () => {
    const blocker = new pg.Client({ connectionString: app.deps.env.DATABASE_URL });
    await blocker.connect();
    try {
      await blocker.query("begin; lock table agents in access exclusive mode");
      const waiting = admin.attempt(listAgents, {});
      const stuck = () =>
        app.deps.pool.query<{ pid: number }>(`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike '%agents%'`);
      await expect.poll(async () => (await stuck()).rows.length).toBeGreaterThan(0);
      expect((await admin.attempt(listDiaryQuestions, {})).status).toBe(200);
      // As the statement's time limit of 30 seconds does.
      for (const { pid } of (await stuck()).rows) await blocker.query("select pg_cancel_backend($1)", [pid]);
      expect(await waiting).toMatchObject(unavailable);
    } finally {
      await blocker.query("rollback");
      await blocker.end();
    }
    expect((await admin.attempt(listAgents, {})).status).toBe(200);
  });
});

const text = (content: string) => new Blob([content], { type: "text/plain" });

/** Uploads a document and waits until it is read. */
async function upload(by: Visitor, pet: string): Promise<void> {
  const { id } = await by.call(uploadDocument, {
    params: { id: pet },
    file: text("The sun shines."),
    filename: "later.txt",
  });
  await expect
    .poll(async () => {
      const documents = await by.call(listDocuments, { params: { id: pet } });
      return documents.find((document) => document.id === id)?.processingStatus;
    })
    .toBe("processed");
}
