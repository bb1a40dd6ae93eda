import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDebianRoot } from "#scripts/debian.ts";
import { ensurePgBouncer } from "#scripts/pgbouncer.ts";
import { diagnose, tableOf } from "#server/features/doctor/diagnosis.ts";
import { chatStream, createSession, listMessages, stopReply } from "#shared/api/chat.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { type PgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { newPet, signUp, visit } from "../support/visitor.ts";

const program = ensurePgBouncer() ?? "";
// As continuous integration is. Elsewhere it may be missing.
if (program === "" && isDebianRoot()) throw new Error("PgBouncer could not be installed, which these tests need.");
const PROMO_CODE = "WALKIES-2026";

let database: TestDatabase;
let dataDir: string;
let poolers: PgBouncer[] = [];
beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), "pet-talk-pooled-"))]);
});
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function poolerIn(mode: "session" | "transaction" | "statement"): Promise<string> {
  const pooler = await startPgBouncer(program, database.url, mode);
  poolers = [...poolers, pooler];
  return pooler.url;
}
const databaseLine = async (url: string): Promise<string> =>
  /^database.*$/m.exec(tableOf(await diagnose({ DATABASE_URL: url, DATA_DIR: dataDir, PORT: "0" })))?.[0] ?? "";

describe.skipIf(program === "")("behind PgBouncer", () => {
  describe("in session mode", () => {
    let url: string;
    let model: OpenAiServer;
    let instances: Instance[] = [];
    beforeAll(async () => {
      [url, model] = await Promise.all([poolerIn("session"), startOpenAiServer()]);
      const variables = {
        DATABASE_URL: url,
        SESSION_SECRET: "pooled".repeat(6),
        PROMO_CODE,
        OPENAI_BASE_URL: model.url,
      };
      for (let count = 0; count < 2; count++) instances = [...instances, await startInstance(dataDir, variables)];
    });
    afterAll(async () => {
      await Promise.all(instances.map((instance) => instance.stop()));
      await model.stop();
    });

    it("the product starts, does its jobs, and Stop at one instance ends a reply of the other", async () => {
      const [first, second] = instances.map((instance) => instance.url);
      const owner = await signUp(first ?? "", PROMO_CODE, "pooled-owner");
      const elsewhere = visit(second ?? "");
      for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
      const pet = { id: await newPet(owner) };
      const file = new Blob(["Biscuit's friend is called Rufus."], { type: "text/plain" });
      await owner.call(uploadDocument, { params: pet, file, filename: "friend.txt" });
      const status = async () => (await elsewhere.call(listDocuments, { params: pet }))[0]?.processingStatus;
      await expect.poll(status).toBe("processed");

      model.behave({ kind: "endless", everyMs: 20 });
      const { id: sessionId } = await owner.call(createSession, { body: { agentId: pet.id } });
      const events: string[] = [];
      for await (const event of owner.stream(chatStream, { params: pet, body: { message: "Go on!", sessionId } })) {
        if (event.type === "content" && !events.includes("content"))
          await elsewhere.call(stopReply, { params: { sessionId } });
        events.push(event.type);
      }
      expect(events.at(-1)).toBe("complete");
      const [, reply] = await elsewhere.call(listMessages, { params: { sessionId }, query: {} });
      expect(reply).toMatchObject({ status: "stopped" });
    });

    it("the doctor says how large its pool has to be", async () => {
      expect(await databaseLine(url)).toMatch(
        /^database +ok .* pooler is in session mode and needs a pool of 21 connections/,
      );
    });
  });

  it.each(["transaction", "statement"] as const)(
    "in %s mode the product does not start, and says what to set, as the doctor does",
    async (mode) => {
      const url = await poolerIn(mode);
      const sentence = /is in transaction or statement mode, .*: set its pool_mode to session, or .* in DATABASE_URL\./;
      expect(await databaseLine(url)).toMatch(sentence);
      await expect(startInstance(dataDir, { DATABASE_URL: url, LOG_LEVEL: "silent" })).rejects.toThrow(sentence);
    },
  );

  it("a parameter that it does not take, and a wrong password, are told at once", async () => {
    const url = await poolerIn("session");
    expect(await databaseLine(`${url}?statement_timeout=100`)).toMatch(
      /database +wrong +The pooler at .* does not take statement_timeout: take it out of DATABASE_URL/,
    );
    const wrong = new URL(url);
    wrong.password = "guess";
    const sentence = /refuses the user .* or the password: check both in DATABASE_URL/;
    await expect(startInstance(dataDir, { DATABASE_URL: wrong.href, LOG_LEVEL: "silent" })).rejects.toThrow(sentence);
  });
});
