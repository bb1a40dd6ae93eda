import { open, readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { uploadAvatar } from "#shared/api/agents.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { importPet } from "#shared/api/my-data.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { TEST_TIMEOUT_MS } from "../support/timeouts.ts";
import { newPet, type Visitor } from "../support/visitor.ts";

/** A real disk where this process may mount one; else the real store, whose every write meets a full device. */
let disk: SmallDisk | null;
let app: TestApp;
let keeper: Visitor;
let petId: string;
beforeAll(async () => {
  disk = await mountSmallDisk();
  app = await startTestApp({ env: disk === null ? {} : { DATA_DIR: disk.folder } });
  keeper = await app.holderOf("manage_agents");
  petId = await newPet(keeper);
});
afterAll(async () => {
  await app.stop();
  await disk?.release();
});

/** The size of a file that is sent. */
const FILE = 256 * 1024;
const words = (length: number) => new Blob(["Rufus sleeps. ".repeat(length / 14)], { type: "text/plain" });
const picture = async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251));
  const bytes = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: "image/png" });
};

const addDocument = (length: number) =>
  keeper.attempt(uploadDocument, { params: { id: petId }, file: words(length), filename: "rufus.txt" });
const documentsOf = () => keeper.call(listDocuments, { params: { id: petId } });

/** Does something while no more than so many bytes fit on the disk. */
async function whileFull<Result>(work: () => Promise<Result>, room = 0): Promise<Result> {
  const restore = await (disk === null ? pretendFull(room) : fillUp(disk, room));
  try {
    return await work();
  } finally {
    await restore();
  }
}

async function fillUp(small: SmallDisk, room: number) {
  await small.fill(room);
  return small.clear;
}

/** Every write of the store, and without room for one file of what is kept aside as well, ends as it does on a full disk. */
async function pretendFull(room: number) {
  const { put } = app.deps.files;
  const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const half = async function* () {
    yield Buffer.from("half");
    throw noSpace();
  };
  vi.spyOn(app.deps.files, "put").mockImplementation((key, _body, type) => put(key, Readable.from(half()), type));
  if (room < FILE) {
    const file = await open(process.execPath);
    vi.spyOn(Object.getPrototypeOf(file), "writeFile").mockRejectedValue(noSpace());
    await file.close();
  }
  return async () => void vi.restoreAllMocks();
}

/** What lies on the disk beside the filler. */
async function filesKept(): Promise<string[]> {
  const folder = `${app.deps.env.DATA_DIR}/files`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const full = { status: 507, body: { error: expect.stringContaining("no room left"), code: "storage_full" } };

describe("on a full disk", () => {
  it("a document is refused, leaves neither row nor half a file, and is taken once there is room [T81]", async () => {
    // Where it is received, and where there is room for that but not for keeping it.
    for (const room of [FILE / 2, 1.5 * FILE]) {
      expect(await whileFull(() => addDocument(FILE), room)).toMatchObject(full);
      expect(await filesKept()).toEqual([]);
    }
    expect(await documentsOf()).toEqual([]);

    expect(await addDocument(1_400)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await documentsOf()).toMatchObject([{ processingStatus: "processed" }]), {
      timeout: TEST_TIMEOUT_MS,
      interval: 200,
    });
    expect(await filesKept()).toHaveLength(1);
  });

  it("a picture is refused, and taken once there is room [T81]", async () => {
    const file = await picture();
    const before = await filesKept();
    expect(await whileFull(() => keeper.attempt(uploadAvatar, { file }))).toMatchObject(full);
    expect(await filesKept()).toEqual(before);
    expect(await keeper.attempt(uploadAvatar, { file })).toMatchObject({ status: 200 });
  });

  it("an archive is refused where it is received, and nothing of it is left there [T81]", async () => {
    const aside = `${app.deps.env.DATA_DIR}/uploads`;
    const bring = () => keeper.attempt(importPet, { file: words(FILE), filename: "pet.zip", body: {} });
    expect(await whileFull(bring, FILE / 2)).toMatchObject(full);
    expect(await readdir(aside)).toEqual([]);
    // Received whole, it is looked at.
    expect(await bring()).toMatchObject({ status: 400, body: { error: expect.stringContaining("ZIP") } });
  });

  it("what is there can still be read [T81]", async () => {
    expect(await whileFull(documentsOf)).toHaveLength(1);
    await whileFull(async () => expect((await keeper.fetch("/api/agents")).status).toBe(200));
  });
});
