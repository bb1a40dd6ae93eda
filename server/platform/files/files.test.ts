import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeS3, startFakeS3 } from "#tests/support/s3-server.ts";
import { createFileStore } from "./create.ts";
import { type FileStore, RangeNotSatisfiableError, StorageFullError, StorageUnavailableError } from "./files.ts";
import { createFolderFileStore } from "./folder.ts";
import { createS3FileStore, type S3Options } from "./s3.ts";

const folder = await mkdtemp(join(tmpdir(), "files-test-"));
let s3: FakeS3;

beforeAll(async () => {
  s3 = await startFakeS3("pets", 3);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

function s3Store(more: Partial<S3Options> = {}): FileStore {
  const { endpoint, accessKeyId, secretAccessKey } = s3;
  return createS3FileStore({ bucket: "pets", region: "eu-west-1", endpoint, accessKeyId, secretAccessKey, ...more });
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function textOf(store: FileStore, key: string): Promise<string | null> {
  const body = await store.read(key);
  return body && new TextDecoder().decode(body);
}

it("a folder's files and folders are for the server's user alone", async () => {
  const store = join(folder, "private");
  await createFolderFileStore(store).put("agents/1/a.pdf", bytes("woof"), "application/pdf");
  for (const path of ["", "agents", "agents/1"]) expect((await stat(join(store, path))).mode & 0o077).toBe(0);
  // As older versions made it.
  await chmod(store, 0o755);
  await createFolderFileStore(store).put("agents/1/b.pdf", bytes("woof"), "application/pdf");
  expect((await stat(store)).mode & 0o007).toBe(0);
});

describe.each<[string, () => FileStore]>([
  ["a folder", () => createFolderFileStore(join(folder, "store"))],
  ["an S3 store", () => s3Store()],
])("%s", (_name, createStore) => {
  it("gives back what was put, with its type and size", async () => {
    const store = createStore();
    await store.put("agents/1/a.pdf", bytes("woof"), "application/pdf");
    expect(await textOf(store, "agents/1/a.pdf")).toBe("woof");
    expect(await store.stat("agents/1/a.pdf")).toEqual({ size: 4, contentType: "application/pdf" });
    const file = await store.open("agents/1/a.pdf");
    expect(file).toMatchObject({ size: 4, contentType: "application/pdf" });
    expect(file && (await buffer(file.stream)).toString()).toBe("woof");
  });

  it("takes streams, empty files, and a second version", async () => {
    const store = createStore();
    await store.put("s/clip.mp3", Readable.from([bytes("a".repeat(70_000)), bytes("b")]), "audio/mpeg");
    expect((await store.stat("s/clip.mp3"))?.size).toBe(70_001);
    await store.put("s/clip.mp3", bytes(""), "audio/mpeg");
    expect(await store.read("s/clip.mp3")).toHaveLength(0);
  });

  it("knows nothing of what was never put", async () => {
    const store = createStore();
    expect(await store.open("no/such.txt")).toBeNull();
    expect(await store.stat("no/such.txt")).toBeNull();
    expect(await store.read("no/such.txt")).toBeNull();
    await store.delete("no/such.txt");
    await store.deletePrefix("no");
  });

  it("gives parts of a file", async () => {
    const store = createStore();
    await store.put("r/clip.mp3", bytes("0123456789"), "audio/mpeg");
    const part = async (start: number, end?: number) => {
      const file = await store.open("r/clip.mp3", end === undefined ? { start } : { start, end });
      return file && `${(await buffer(file.stream)).toString()} of ${file.size}`;
    };
    expect(await part(2, 4)).toBe("234 of 10");
    expect(await part(0, 0)).toBe("0 of 10");
    expect(await part(8, 99)).toBe("89 of 10");
    expect(await part(7)).toBe("789 of 10");
    await expect(part(10)).rejects.toBeInstanceOf(RangeNotSatisfiableError);
  });

  it("deletes a file, and all below a folder but not its neighbours", async () => {
    const store = createStore();
    const below = ["d/1/a.txt", "d/1/b/c.txt", "d/1/b/d.txt", "d/1/e.txt", "d/1/f.txt"];
    for (const key of [...below, "d/12/a.txt", "d/1.txt"]) await store.put(key, bytes(key), "text/plain");
    await store.delete("d/1/a.txt");
    expect(await store.read("d/1/a.txt")).toBeNull();
    await store.deletePrefix("d/1/");
    for (const key of below) expect(await store.stat(key), key).toBeNull();
    expect(await textOf(store, "d/12/a.txt")).toBe("d/12/a.txt");
    await store.deletePrefix("d/1.txt");
    expect(await textOf(store, "d/1.txt")).toBe("d/1.txt");
  });

  it("lists everything below a folder, with the time when it was stored", async () => {
    const store = createStore();
    const below = ["l/1/a.txt", "l/1/b/c.txt", "l/1/b/d.txt", "l/1/e.txt", "l/1/f.txt"];
    for (const key of [...below, "l/12/a.txt", "l/1.txt"]) await store.put(key, bytes(key), "text/plain");
    const found = [];
    for await (const page of store.list("l/1")) found.push(...page);
    expect(found.map(({ key }) => key).sort()).toEqual(below);
    for (const { storedAt } of found) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(600_000);
    for await (const page of store.list("no/such")) expect(page).toEqual([]);
  });

  it.each([
    "../secret",
    "a/../../b",
    "/etc/passwd",
    "a//b",
    "a/",
    "",
    ".incoming/x",
    "a/.b",
    "A.txt",
    "a\\b",
    "a\u0000b",
    "a b",
    "é",
    "x".repeat(501),
  ])("refuses the key %j", async (key) => {
    const store = createStore();
    await expect(store.put(key, bytes("x"), "text/plain")).rejects.toBeInstanceOf(RangeError);
    await expect(store.open(key)).rejects.toBeInstanceOf(RangeError);
    await expect(store.stat(key)).rejects.toBeInstanceOf(RangeError);
    await expect(store.delete(key)).rejects.toBeInstanceOf(RangeError);
    if (key !== "a/") await expect(store.deletePrefix(key)).rejects.toBeInstanceOf(RangeError);
  });

  it("keeps the former file when a stream breaks off [T68]", async () => {
    const store = createStore();
    await store.put("k/a.txt", bytes("before"), "text/plain");
    const broken = Readable.from(
      (async function* () {
        yield bytes("half");
        throw new Error("cut");
      })(),
    );
    await expect(store.put("k/a.txt", broken, "text/plain")).rejects.toThrow("cut");
    expect(await textOf(store, "k/a.txt")).toBe("before");
  });

  it("survives puts and deletes at once", async () => {
    const store = createStore();
    const keys = Array.from({ length: 12 }, (_, index) => `c/x/${index}.txt`);
    await Promise.all(
      keys.map(async (key) => {
        await store.put(key, bytes(key), "text/plain");
        await store.delete(key);
      }),
    );
    for (const key of keys) expect(await store.stat(key)).toBeNull();
  });
});

describe("the configuration", () => {
  it("keeps files below the data folder unless a bucket is named", async () => {
    const env = { DATA_DIR: folder, S3_REGION: "eu-west-1" };
    const local = createFileStore(env);
    await local.put("env/a.txt", bytes("x"), "text/plain");
    expect(existsSync(join(folder, "files", "env", "a.txt"))).toBe(true);
    const bucket = {
      S3_BUCKET: "pets",
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const store = createFileStore({ ...env, ...bucket });
    expect([local.engine.kind, store.engine.kind]).toEqual(["folder", "s3"]);
    expect(JSON.stringify([local.engine, store.engine])).not.toMatch(/127|pets|tmp/);
    await store.put("env/a.txt", bytes("x"), "text/plain");
    expect(s3.objects.has("env/a.txt")).toBe(true);
  });
});

describe("the folder", () => {
  it("leaves no empty folders and no half-written files behind", async () => {
    const root = join(folder, "tidy");
    const store = createFolderFileStore(root);
    await store.put("a/b/c.txt", bytes("x"), "text/plain");
    const broken = Readable.from([bytes("half")]);
    broken.destroy(new Error("cut"));
    await expect(store.put("a/b/d.txt", broken, "text/plain")).rejects.toThrow();
    await store.delete("a/b/c.txt");
    expect(await readdir(root)).toEqual([".incoming"]);
    expect(await readdir(join(root, ".incoming"))).toEqual([]);
  });

  it("takes away what a killed process left half written, hours ago", async () => {
    const incoming = join(folder, "crashed", ".incoming");
    await mkdir(incoming, { recursive: true });
    for (const name of ["old", "new"]) await writeFile(join(incoming, name), "half");
    const hoursAgo = new Date(Date.now() - 3 * 60 * 60 * 1000);
    await utimes(join(incoming, "old"), hoursAgo, hoursAgo);
    await createFolderFileStore(join(folder, "crashed")).put("a.txt", bytes("x"), "text/plain");
    expect(await readdir(incoming)).toEqual(["new"]);
  });

  it("never serves a type that a browser would run", async () => {
    const store = createFolderFileStore(join(folder, "types"));
    for (const key of ["a.html", "a.svg", "a.js", "a"]) {
      await store.put(key, bytes("<script>"), "text/html");
      expect((await store.stat(key))?.contentType).toBe("application/octet-stream");
    }
  });

  it.skipIf(!existsSync("/dev/full"))("says so when the disk is full", async () => {
    const store = createFolderFileStore(join(folder, "full"));
    const full = Readable.from(
      (async function* () {
        yield bytes("x");
        await writeFile("/dev/full", "x");
      })(),
    );
    await expect(store.put("a.txt", full, "text/plain")).rejects.toBeInstanceOf(StorageFullError);
  });
});

describe("the S3 store", () => {
  it("deletes page by page", async () => {
    const store = s3Store();
    for (let index = 0; index < 8; index += 1) await store.put(`p/${index}.txt`, bytes("x"), "text/plain");
    s3.requests.length = 0;
    await store.deletePrefix("p");
    expect(s3.requests.filter((request) => request.startsWith("GET "))).toHaveLength(3);
    expect(s3.requests.filter((request) => request.startsWith("POST "))).toHaveLength(3);
    expect([...s3.objects.keys()].filter((key) => key.startsWith("p/"))).toEqual([]);
  });

  it("tries again when the store is briefly out of order, with the same bytes", async () => {
    let failures = 2;
    s3.intercept = (_request, response) => {
      if (failures === 0) return false;
      failures -= 1;
      response.writeHead(503).end();
      return true;
    };
    const store = s3Store();
    await store.put("retry/a.txt", Readable.from([bytes("kept")]), "text/plain");
    s3.intercept = () => false;
    expect(s3.objects.get("retry/a.txt")?.body.toString()).toBe("kept");
  });

  it("gives up on a store that fails, refuses, hangs or is not there", async () => {
    const store = s3Store({ timeoutMs: 100 });
    for (const status of [500, 403]) {
      s3.intercept = (_request, response) => {
        response.writeHead(status).end();
        return true;
      };
      await expect(store.read("a.txt")).rejects.toBeInstanceOf(StorageUnavailableError);
    }
    s3.requests.length = 0;
    s3.intercept = () => true;
    await expect(store.put("a.txt", bytes("x"), "text/plain")).rejects.toBeInstanceOf(StorageUnavailableError);
    expect(s3.requests).toHaveLength(3);
    s3.intercept = () => false;
    await expect(s3Store({ bucket: "other" }).read("a.txt")).rejects.toThrow("NoSuchBucket");
    await expect(s3Store({ secretAccessKey: "wrong" }).read("a.txt")).rejects.toThrow("SignatureDoesNotMatch");
    const nowhere = s3Store({ endpoint: "http://127.0.0.1:1" });
    await expect(nowhere.delete("a.txt")).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it("says so when the store is full", async () => {
    s3.intercept = (_request, response) => {
      response.writeHead(507).end();
      return true;
    };
    await expect(s3Store().put("a.txt", bytes("x"), "text/plain")).rejects.toBeInstanceOf(StorageFullError);
    s3.intercept = () => false;
  });
});
