import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FileStore, StorageFullError } from "#server/platform/files/files.ts";
import { createAgent, deleteAgent, getAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import {
  deleteDocument,
  listDocuments,
  type PetDocument,
  retryDocument,
  uploadDocument,
} from "#shared/api/documents.ts";
import { agents, documents, passages, userAgentAccess } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { encryptedPdf, pdfOf } from "#tests/support/pdfs.ts";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { processDocument, resumeDocuments } from "./process.ts";

let app: TestApp;
beforeAll(async () => {
  // On a busy machine the largest document of all takes more than the usual minute.
  app = await startTestApp({ env: { PROCESSING_TIMEOUT_S: "3600" } });
});
afterAll(() => app.stop());

const INVALID_TYPE = "Invalid file type: Please upload PDF or TXT files only";
const missing = "00000000-0000-4000-8000-000000000000";

/** Someone who may keep documents, and their pet. */
async function keeper() {
  const visitor = await app.holderOf("manage_agents");
  const pet = await visitor.call(createAgent, { body: { name: "Biscuit" } });
  return { visitor, pet };
}

const fileOf = (content: string | Buffer, type = "text/plain") =>
  new Blob([new Uint8Array(Buffer.from(content))], { type });
const add = (visitor: Visitor, id: string, content: string | Buffer, filename: string) =>
  visitor.call(uploadDocument, { params: { id }, file: fileOf(content), filename });
const attempt = (visitor: Visitor, id: string, content: string | Buffer, filename: string) =>
  visitor.attempt(uploadDocument, { params: { id }, file: fileOf(content), filename });

/** The document once it is neither pending nor processing. */
async function settled(visitor: Visitor, { id, agentId }: PetDocument): Promise<PetDocument> {
  return vi.waitFor(
    async () => {
      const found = (await visitor.call(listDocuments, { params: { id: agentId } })).find((entry) => entry.id === id);
      if (found === undefined || !["processed", "failed"].includes(found.processingStatus)) throw new Error("not yet");
      return found;
    },
    { timeout: TEST_TIMEOUT_MS, interval: 50 },
  );
}

const stored = async (id: string) => (await app.deps.db.select().from(documents).where(eq(documents.id, id)))[0];
const passagesOf = (id: string) =>
  app.deps.db
    .select({ page: passages.page, ordinal: passages.ordinal, content: passages.content, agentId: passages.agentId })
    .from(passages)
    .where(eq(passages.documentId, id))
    .orderBy(passages.ordinal);
const knowledgeOf = async (agentId: string) =>
  (await app.deps.db.select({ version: agents.knowledgeVersion }).from(agents).where(eq(agents.id, agentId)))[0]
    ?.version;

describe("a new document", () => {
  it("is pending at once and processed soon, with its pages, its passages and a newer knowledge [T59]", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, await pdfOf("Rufus sleeps.", "", "He barks."), "Rufus & friends.pdf");
    expect(document).toMatchObject({
      agentId: pet.id,
      filename: `${document.id}.pdf`,
      originalName: "Rufus & friends.pdf",
      pageCount: null,
      processingStatus: "pending",
      failureReason: null,
    });
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "processed", pageCount: 3 });
    expect(await stored(document.id)).toMatchObject({ extractedText: "Rufus sleeps.\n\nHe barks." });
    expect(await passagesOf(document.id)).toEqual([
      { page: 1, ordinal: 0, content: "Rufus sleeps.", agentId: pet.id },
      { page: 3, ordinal: 1, content: "He barks.", agentId: pet.id },
    ]);
    expect(await knowledgeOf(pet.id)).toBe(1);
    const shown = await visitor.call(getAgent, { params: { id: pet.id } });
    expect(shown).toMatchObject({ documentCount: 1, totalPages: 3, isReading: false });
    expect(shown.knowledgeUpdatedAt).not.toBeNull();
  });

  it("may be a text of any encoding, with a U+0000 in it [T64]", async () => {
    const { visitor, pet } = await keeper();
    const text = await add(visitor, pet.id, Buffer.from("Flo\0ffi schläft.", "latin1"), "floffi.txt");
    expect(text.fileSize).toBe("16");
    expect(await settled(visitor, text)).toMatchObject({ processingStatus: "processed", pageCount: 1 });
    expect((await stored(text.id))?.extractedText).toBe("Floffi schläft.");
    expect((await passagesOf(text.id)).map(({ page }) => page)).toEqual([null]);
  });

  it("that can't be read fails with what its owner can do, and may be tried again [T60]", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, encryptedPdf(), "locked.pdf");
    const failed = await settled(visitor, document);
    expect(failed).toMatchObject({ processingStatus: "failed", pageCount: null });
    expect(failed.failureReason).toMatch(/password/);
    expect(await visitor.call(retryDocument, { params: { id: document.id } })).toMatchObject({
      processingStatus: "pending",
      failureReason: null,
    });
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "failed" });
  });

  it("keeps its owner's name for it, made harmless, and is stored under ours [T69]", async () => {
    const { visitor, pet } = await keeper();
    const names = [
      "../../etc/passwd.txt",
      "invoice_\u202efdp.txt",
      `${"n".repeat(1000)}.txt`,
      "团子 🐹.txt",
      "<img src=x>.txt",
    ];
    for (const name of names) {
      const document = await add(visitor, pet.id, "Rufus", name);
      expect(document.filename).toBe(`${document.id}.txt`);
      expect(document.originalName).not.toMatch(/[\u202e/]|\.\./);
      expect(document.originalName.length).toBeLessThanOrEqual(255);
    }
    const listed = await visitor.call(listDocuments, { params: { id: pet.id } });
    expect(listed.map(({ originalName }) => originalName)).toEqual(
      ["passwd.txt", "invoice_fdp.txt", `${"n".repeat(251)}.txt`, "团子 🐹.txt", "<img src=x>.txt"].reverse(),
    );
  });
});

describe("an upload is refused", () => {
  it("for other content under a PDF's or a text's name [T62]", async () => {
    const { visitor, pet } = await keeper();
    const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");
    for (const [content, name] of [
      [png, "cat.pdf"],
      [png, "cat.txt"],
      ["<!doctype html><script>alert(1)</script>", "cat.pdf"],
      ["<html><body>Hi</body></html>", "cat.txt"],
      ["Rufus", "cat.exe"],
    ] as const)
      expect(await attempt(visitor, pet.id, content, name)).toMatchObject({
        status: 415,
        body: { error: INVALID_TYPE, fields: { file: expect.stringMatching(/^This file is /) } },
      });
    expect(await visitor.call(listDocuments, { params: { id: pet.id } })).toEqual([]);
  });

  it("when it is empty, absent or more than 10 MB, and taken at exactly 10 MB [T65]", async () => {
    const { visitor, pet } = await keeper();
    expect(await attempt(visitor, pet.id, "", "empty.txt")).toMatchObject({ status: 400 });
    const form = new FormData();
    form.set("other", fileOf("Rufus"), "a.txt");
    const wrongField = await visitor.fetch(`/api/agents/${pet.id}/documents`, { method: "POST", body: form });
    expect(wrongField.status).toBe(400);
    const mostBytes = 10 * 1024 * 1024;
    const tooLarge = await attempt(visitor, pet.id, Buffer.alloc(mostBytes + 1, "a "), "big.txt");
    expect(tooLarge).toMatchObject({ status: 413, body: { code: "too_large" } });
    const largest = await add(visitor, pet.id, Buffer.alloc(mostBytes, "a "), "big.txt");
    expect((await settled(visitor, largest)).failureReason).toMatch(/more than 5 MB of text/);
  });

  it("by the server's words where there is no room, and leaves nothing behind", async () => {
    const full: FileStore = { ...app.deps.files, put: () => Promise.reject(new StorageFullError()) };
    const { visitor, pet } = await keeper();
    const put = vi.spyOn(app.deps.files, "put").mockImplementation(full.put);
    try {
      expect(await attempt(visitor, pet.id, "Rufus", "a.txt")).toMatchObject({
        status: 507,
        body: { code: "storage_full" },
      });
    } finally {
      put.mockRestore();
    }
    expect(await visitor.call(listDocuments, { params: { id: pet.id } })).toEqual([]);
  });

  it("for the document after the fiftieth, even when they come together [T70]", async () => {
    const { visitor, pet } = await keeper();
    await app.deps.db.execute(sql`
      insert into documents (agent_id, filename, original_name, file_size, object_path, processing_status)
      select ${pet.id}, 'x.txt', 'x.txt', '1', 'documents/x', 'processed' from generate_series(1, 45)`);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => attempt(visitor, pet.id, `Rufus ${index}`, `${index}.txt`)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409, 409, 409]);
    const statuses = async () =>
      (await visitor.call(listDocuments, { params: { id: pet.id } })).map(({ processingStatus }) => processingStatus);
    await expect.poll(statuses, { timeout: TEST_TIMEOUT_MS }).toEqual(new Array(50).fill("processed"));
  });
});

describe("documents are", () => {
  it("deleted with their passages and their file, once [T71]", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, "Rufus sleeps.", "a.txt");
    await settled(visitor, document);
    const path = (await stored(document.id))?.objectPath ?? "";
    expect(await app.deps.files.read(path)).not.toBeNull();
    // At the same moment by several: all have found it when the first deletes it.
    const asked = Array.from({ length: 4 }, () => visitor.attempt(deleteDocument, { params: { id: document.id } }));
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await app.deps.files.read(path)).toBeNull();
    expect(await passagesOf(document.id)).toEqual([]);
    expect(await knowledgeOf(pet.id)).toBe(2);
    expect(await visitor.attempt(deleteDocument, { params: { id: document.id } })).toMatchObject({ status: 404 });
    expect(await knowledgeOf(pet.id)).toBe(2);
  });

  it("gone with their pet, files included [T71]", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, "Rufus sleeps.", "a.txt");
    await settled(visitor, document);
    const path = (await stored(document.id))?.objectPath ?? "";
    await visitor.call(deleteAgent, { params: { id: pet.id } });
    await vi.waitFor(async () => expect(await app.deps.files.read(path)).toBeNull(), { timeout: WAIT_TIMEOUT_MS });
  });

  it("tried again only where they failed", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, "Rufus sleeps.", "a.txt");
    await settled(visitor, document);
    expect(await visitor.attempt(retryDocument, { params: { id: document.id } })).toMatchObject({ status: 409 });
  });

  it("changed by nobody but the pet's owner and administrators, and unknown to everyone else [T43]", async () => {
    const { visitor, pet } = await keeper();
    const document = await add(visitor, pet.id, "Rufus sleeps.", "a.txt");
    const stranger = await app.holderOf("manage_agents");
    const unknown = await stranger.attempt(deleteDocument, { params: { id: missing } });
    expect(unknown.status).toBe(404);
    for (const contract of [deleteDocument, retryDocument]) {
      expect(await stranger.attempt(contract, { params: { id: document.id } })).toEqual(unknown);
      expect((await app.visitor().attempt(contract, { params: { id: document.id } })).status).toBe(401);
    }
    expect(await attempt(stranger, pet.id, "Rufus", "b.txt")).toMatchObject({ status: 404 });
    expect(await stranger.attempt(listDocuments, { params: { id: pet.id } })).toMatchObject({ status: 404 });

    const guest = await app.holderOf("manage_agents");
    const { user } = await guest.call(me, {});
    await app.deps.db.insert(userAgentAccess).values({ userId: user.id, agentId: pet.id });
    expect(await guest.call(listDocuments, { params: { id: pet.id } })).toHaveLength(1);
    expect(await guest.attempt(deleteDocument, { params: { id: document.id } })).toMatchObject({ status: 403 });
    expect(await attempt(guest, pet.id, "Rufus", "b.txt")).toMatchObject({ status: 403 });
    const admin = await app.admin();
    await settled(admin, document);
    expect(await admin.call(deleteDocument, { params: { id: document.id } })).toEqual({ success: true });
  });

  it("not for a limited owner to add [T48]", async () => {
    const owner = await app.holderOf("Add and update agents");
    const pet = await owner.call(createAgent, { body: { name: "Biscuit" } });
    expect(await attempt(owner, pet.id, "Rufus", "a.txt")).toMatchObject({ status: 403 });
  });
});

describe("a document under way", () => {
  /** A document as a killed process leaves it: `processing`, and its job in the hands of a worker that is no more. */
  async function abandoned(content: string) {
    const { visitor, pet } = await keeper();
    const id = randomUUID();
    const objectPath = `documents/${pet.id}/${id}/${id}.txt`;
    await app.deps.files.put(objectPath, Buffer.from(content), "text/plain");
    await app.deps.db.insert(documents).values({
      id,
      agentId: pet.id,
      filename: `${id}.txt`,
      originalName: "a.txt",
      fileSize: "1",
      objectPath,
      processingStatus: "processing",
    });
    const [document] = await visitor.call(listDocuments, { params: { id: pet.id } });
    if (document === undefined) throw new Error("The document is not there.");
    return { visitor, document };
  }

  const takeJob = (documentId: string, attempts: number) =>
    app.deps.db.transaction(async (tx) => {
      await app.deps.jobs.enqueue(tx, "process_document", { documentId }, { key: `document:${documentId}` });
      await tx.execute(sql`
        update graphile_worker._private_jobs
        set locked_by = 'worker-of-the-dead', locked_at = now() - interval '10 seconds', attempts = ${attempts}
        where key = ${`document:${documentId}`}`);
    });

  /** Who works on the job; undefined where it is done, null where nobody does. */
  async function workerOf(documentId: string) {
    const { rows } = await app.deps.db.execute(sql`
      select locked_by from graphile_worker.jobs where key = ${`document:${documentId}`}`);
    return rows[0]?.locked_by;
  }

  it("is taken up again after its process was killed [T114]", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    await takeJob(document.id, 1);
    await resumeDocuments(app.deps);
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "processed" });
  });

  it("is taken up again where even its job is lost", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    await resumeDocuments(app.deps);
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "processed" });
  });

  it("is given up after it was there each time that its process died", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    await takeJob(document.id, 5);
    await resumeDocuments(app.deps);
    expect(await settled(visitor, document)).toMatchObject({
      processingStatus: "failed",
      failureReason: "Something went wrong on our side while reading this document: please try again in a while.",
    });
  });

  it("is left alone while another process reads it", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    await app.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`document:${document.id}`}, 0))`);
      await takeJob(document.id, 1);
      const release = await app.deps.instances.register("worker-of-the-dead");
      await resumeDocuments(app.deps);
      expect(await workerOf(document.id)).toBe("worker-of-the-dead");
      await expect(processDocument(app.deps, document.id)).rejects.toThrow("being read elsewhere");
      release();
    });
    // The name is given back in the background.
    const resumed = async () => {
      await resumeDocuments(app.deps);
      return workerOf(document.id);
    };
    await expect.poll(resumed).not.toBe("worker-of-the-dead");
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "processed" });
  });

  it("may be deleted at any moment, and read twice", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    await Promise.all([
      processDocument(app.deps, document.id),
      visitor.call(deleteDocument, { params: { id: document.id } }),
    ]);
    expect(await stored(document.id)).toBeUndefined();
    const again = await abandoned("Rufus sleeps.");
    await processDocument(app.deps, again.document.id);
    await processDocument(app.deps, again.document.id);
    expect(await passagesOf(again.document.id)).toHaveLength(1);
  });

  it("fails with a sentence when the trouble is ours and lasts", async () => {
    const { visitor, document } = await abandoned("Rufus sleeps.");
    const read = vi.spyOn(app.deps.files, "read").mockRejectedValue(new Error("the store is away"));
    try {
      await expect(processDocument(app.deps, document.id)).rejects.toThrow("the store is away");
      await takeJob(document.id, 5);
      await processDocument(app.deps, document.id);
    } finally {
      read.mockRestore();
    }
    expect(await settled(visitor, document)).toMatchObject({ processingStatus: "failed" });
  });
});
