import { readdir, readlink, stat } from "node:fs/promises";
import { request as sendRaw } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { listDocuments, type PetDocument, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { pdfWithContent } from "../support/pdfs.ts";
import { TEST_TIMEOUT_MS } from "../support/timeouts.ts";
import { newPet, type Visitor } from "../support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let petId: string;
/** Where files lie while they are received. */
let aside: string;
const logged: { msg?: string; req?: { path?: string } }[] = [];
beforeAll(async () => {
  app = await startTestApp({
    env: { PROCESSING_TIMEOUT_S: "6", LOG_LEVEL: "debug" },
    logTo: { write: (line) => void logged.push(JSON.parse(line)) },
  });
  aside = join(app.deps.env.DATA_DIR, "uploads");
  admin = await app.admin();
  petId = await newPet(admin);
});
afterAll(async () => {
  await app.stop();
});

const BOUNDARY = "----PetTalkFormBoundary";
const CRLF = "\r\n";
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (disposition: string, content = "Rufus", more = "") =>
  `--${BOUNDARY}${CRLF}Content-Disposition: form-data; ${disposition}${CRLF}${more}${CRLF}${content}${CRLF}`;
const END = `--${BOUNDARY}--${CRLF}`;
const file = (field: string, filename = "a.txt") =>
  part(`name="${field}"; filename="${filename}"`, "Rufus", `Content-Type: text/plain${CRLF}`);

/** Each call that takes a file, with the field that it wants. */
const calls = () =>
  app.registered.flatMap(({ contract }) =>
    contract.upload === undefined
      ? []
      : [{ path: contract.path.replace(":id", petId), field: contract.upload.field, name: contract.path }],
  );

const send = (path: string, body: string | Buffer, type = FORM) =>
  admin.fetch(path, { method: "POST", headers: { "Content-Type": type }, body: new Uint8Array(Buffer.from(body)) });

const countRows = async () => (await app.deps.pool.query("select count(*)::int as count from documents")).rows[0].count;
const filesKept = async () => {
  const folder = join(app.deps.env.DATA_DIR, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

async function expectRefused(path: string, body: string | Buffer, type = FORM): Promise<void> {
  const response = await send(path, body, type);
  expect([400, 413, 415], path).toContain(response.status);
  expect(await response.json(), path).toMatchObject({ error: expect.any(String), code: expect.any(String) });
}

async function expectNothingKept(): Promise<void> {
  expect(await countRows()).toBe(0);
  expect(await filesKept()).toEqual([]);
  expect(await readdir(aside).catch(() => [])).toEqual([]);
  expect((await admin.fetch("/api/agents")).status).toBe(200);
}

describe("a form that is not the one asked for", () => {
  it.each<[string, (field: string) => string]>([
    ["no file", () => part('name="language"', "en-US") + END],
    ["the file in another field", () => file("picture") + END],
    ["an empty file", (field) => part(`name="${field}"; filename="a.txt"`, "") + END],
    ["two files", (field) => file(field) + file(field) + END],
    ["a second file elsewhere", (field) => file(field) + file("other") + END],
    ["2,000 fields", (field) => part('name="a"', "1").repeat(2_000) + file(field) + END],
    ["an empty name of the file", (field) => file(field, "") + END],
    ["a text in the file's field", (field) => part(`name="${field}"`) + END],
    ["a name of 10,000 letters", (field) => part(`name="${"n".repeat(10_000)}"`) + file(field) + END],
    ["a field that would be a long list", (field) => part('name="language[4294967294]"', "x") + file(field) + END],
    ["a field within a field", (field) => part('name="folder[name]"', "x") + file(field) + END],
    ["a field of a megabyte", (field) => part('name="folder"', "x".repeat(1_000_000)) + file(field) + END],
  ])("is refused at every call, and kept nowhere: %s [T66]", async (_kind, bodyFor) => {
    expect(calls().map(({ name }) => name)).toContain("/api/my-data/import");
    for (const { path, field } of calls()) await expectRefused(path, bodyFor(field));
    await expectNothingKept();
  });
});

describe("a form that is broken", () => {
  it.each<[string, (field: string) => string, string?]>([
    ["no boundary is named", (field) => file(field) + END, "multipart/form-data"],
    ["an empty boundary", (field) => file(field) + END, "multipart/form-data; boundary="],
    ["a boundary that does not come", (field) => file(field) + END, "multipart/form-data; boundary=other"],
    ["no end", (field) => file(field)],
    ["cut in the headers of a part", (field) => file(field).slice(0, 60)],
    ["cut in the boundary", (field) => file(field) + END.slice(0, 10)],
    ["nothing at all", () => ""],
    ["the end alone", () => END],
    ["garbage", () => "\u0000\u00ff%PDF-1.7 --".repeat(500)],
    ["a part without a name", () => part('filename="a.txt"') + END],
    ["a part without headers", () => `--${BOUNDARY}${CRLF}${CRLF}Rufus${CRLF}${END}`],
    ["headers without an end", () => `--${BOUNDARY}${CRLF}${"X-Header: a".repeat(20_000)}`],
    ["a form in the form", (field) => part(`name="${field}"`, file("inner"), `Content-Type: ${FORM}${CRLF}`)],
    ["lines that end in \\n", (field) => (file(field) + END).replaceAll(CRLF, "\n")],
    ["JSON that says it is a form", () => '{"file":"Rufus"}'],
    ["a form that says it is JSON", (field) => file(field) + END, "application/json"],
    ["a form that says it is text", (field) => file(field) + END, "text/plain"],
    ["another kind of form", () => "file=Rufus", "application/x-www-form-urlencoded"],
    ["another kind of multipart", (field) => file(field) + END, `multipart/mixed; boundary=${BOUNDARY}`],
  ])("is refused at every call, and ends no process: %s [T67]", async (_kind, bodyFor, type = FORM) => {
    for (const { path, field } of calls()) await expectRefused(path, bodyFor(field), type);
    await expectNothingKept();
  });
});

/** Sends the beginning of a form that promises more, and nothing further. */
async function beginUpload(to: TestApp, visitor: Visitor, path: string, field: string, length = 300_000) {
  const { hostname, port } = new URL(to.url);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "Content-Type": FORM, "Content-Length": "9000000", Cookie: cookie };
  const sent = sendRaw({ hostname, port, method: "POST", path, headers });
  const closed = new Promise((resolve) => sent.once("close", resolve));
  sent.on("error", () => undefined);
  const beginning = part(`name="${field}"; filename="a.txt"`, "x".repeat(length)).slice(0, -2);
  await new Promise((resolve) => sent.write(beginning, resolve));
  return async () => {
    sent.destroy();
    await closed;
  };
}

describe("an upload that is cut", () => {
  /** How often the server was done with a request to the path. */
  const answers = (path: string) => logged.filter(({ req }) => req?.path === path).length;

  it("leaves no row and no file, wherever it was going [T68]", async () => {
    for (const { path, field } of calls()) {
      const before = answers(path);
      const hangUp = await beginUpload(app, admin, path, field);
      await hangUp();
      await expect.poll(() => answers(path)).toBe(before + 1);
    }
    await expectNothingKept();
  });
});

describe("uploads that don't end", () => {
  let usual: TestApp;
  beforeAll(async () => {
    usual = await startTestApp({ env: { RATE_LIMIT_SCALE: "1" } });
  });
  afterAll(() => usual.stop());

  const path = "/api/transcribe";
  const field = "audio";

  it.skipIf(process.platform !== "linux")(
    "lie on the disk as far as they came, under no name, so that nothing stays where this process is killed [T125]",
    async () => {
      const owner = await usual.owner();
      const folder = join(usual.deps.env.DATA_DIR, "uploads");
      const hangUp = await beginUpload(usual, owner, path, field, 4_000_000);
      await expect.poll(() => bytesWithoutName(folder)).toBeGreaterThan(3_900_000);
      expect(await readdir(folder)).toEqual([]);
      await hangUp();
      await expect.poll(() => bytesWithoutName(folder)).toBe(0);
    },
  );

  /** How many bytes the files of this process have that were in the folder and have no name any more. */
  async function bytesWithoutName(folder: string): Promise<number> {
    const open = await readdir("/proc/self/fd");
    const sizes = open.map(async (fd) => {
      const target = await readlink(`/proc/self/fd/${fd}`).catch(() => "");
      if (!target.startsWith(`${folder}/`) || !target.endsWith("(deleted)")) return 0;
      return (await stat(`/proc/self/fd/${fd}`)).size;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
});

describe("a document that takes its reader's time", () => {
  /** The pet's document as it stands. */
  const look = async (): Promise<PetDocument | undefined> =>
    (await admin.call(listDocuments, { params: { id: petId } }))[0];

  it("comes to its end, while the server answers everybody else [T61]", async () => {
    const endless = pdfWithContent(Buffer.from("q Q ".repeat(15 * 1024 * 1024)));
    const sent = new Blob([new Uint8Array(endless)], { type: "application/pdf" });
    await admin.call(uploadDocument, { params: { id: petId }, file: sent, filename: "endless.pdf" });
    let answersMeanwhile = 0;
    await vi.waitFor(
      async () => {
        expect((await app.visitor().fetch("/api/config")).status).toBe(200);
        const document = await look();
        if (document?.processingStatus === "processing") answersMeanwhile += 1;
        expect(document?.processingStatus).toBe("failed");
      },
      { timeout: TEST_TIMEOUT_MS, interval: 250 },
    );
    expect((await look())?.failureReason).toMatch(/^(Reading this document took too|No text was found)/);
    expect(answersMeanwhile).toBeGreaterThan(1);
  });
});
