import { randomUUID } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { chmod, mkdir, open, opendir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  codeOf,
  type FileInfo,
  type FileStore,
  fromFileSystem,
  ignoreEarlyErrors,
  isKey,
  type OpenFile,
  RangeNotSatisfiableError,
  type StoredFile,
} from "./files.ts";

// On the same file system, where a rename is atomic; no key reaches it.
const INCOMING = ".incoming";
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
const LISTED_AT_ONCE = 500;

export function createFolderFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const incoming = join(root, INCOMING);
  const pathOf = (key: string) => join(root, ...checkKey(key).split("/"));
  const folderOf = (prefix: string) => join(root, ...checkPrefix(prefix).split("/"));
  let swept: Promise<void> | null = null;

  return {
    engine: { kind: "folder", name: "Folder on this server" },
    stat: async (key) => infoOf(pathOf(key)),
    open: async (key, range) => openAt(pathOf(key), range),

    async *list(prefix) {
      yield* listBelow(root, folderOf(prefix));
    },

    async put(key, body) {
      const path = pathOf(key);
      ignoreEarlyErrors(body);
      const temporary = join(incoming, randomUUID());
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        swept ??= closeToOthers(root).then(() => sweep(incoming));
        await swept;
        await write(temporary, body);
        await moveInto(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw fromFileSystem(error);
      }
    },

    async read(key) {
      const bytes = await unlessMissing(readFile(pathOf(key)));
      return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },

    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeEmptyFolders(root, dirname(path));
    },

    async deletePrefix(prefix) {
      const path = folderOf(prefix);
      const stats = await unlessMissing<Stats>(stat(path));
      if (!stats?.isDirectory()) return;
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      await removeEmptyFolders(root, dirname(path));
    },
  };
}

async function infoOf(path: string): Promise<FileInfo | null> {
  const stats = await unlessMissing<Stats>(stat(path));
  return stats?.isFile() ? { size: stats.size, contentType: contentTypeOf(path) } : null;
}

async function openAt(path: string, range?: ByteRange): Promise<OpenFile | null> {
  const file = await unlessMissing(open(path, "r"));
  if (!file) return null;
  const stats = await file.stat();
  if (!stats.isFile() || (range && range.start >= stats.size)) {
    await file.close();
    if (stats.isFile()) throw new RangeNotSatisfiableError();
    return null;
  }
  // One handle, so that size and content belong together.
  const stream = createReadStream(path, { fd: file, ...range });
  return { stream, size: stats.size, contentType: contentTypeOf(path) };
}

/** Older versions let every user of the machine read it. What its group may do, the operator may have set. */
async function closeToOthers(root: string): Promise<void> {
  const { mode } = await stat(root);
  // A folder that belongs to somebody else stays as they made it.
  if ((mode & 0o007) !== 0) await chmod(root, mode & 0o770).catch(() => undefined);
}

async function removeEmptyFolders(root: string, from: string): Promise<void> {
  for (let path = from; path.length > root.length; path = dirname(path)) {
    // Not empty, or removed by a concurrent delete.
    const removed = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

async function* listBelow(root: string, folder: string): AsyncGenerator<readonly StoredFile[]> {
  let page: StoredFile[] = [];
  for await (const path of filesBelow(folder)) {
    const key = relative(root, path).split(sep).join("/");
    const stats = isKey(key) ? await unlessMissing<Stats>(stat(path)) : null;
    if (stats?.isFile()) page.push({ key, storedAt: stats.mtime });
    if (page.length < LISTED_AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const folder = await unlessMissing(opendir(path));
  if (folder === null) return;
  for await (const entry of folder) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(inside);
    else yield inside;
  }
}

async function write(path: string, body: Uint8Array | Readable): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await writeFile(file, body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveInto(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await rename(temporary, path);
      break;
    } catch (error) {
      // A concurrent delete may remove the empty folder in between.
      if (codeOf(error) !== "ENOENT" || attempt === 5) throw error;
    }
  }
  await syncFolder(dirname(path));
}

/** Makes the rename survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const stats = await unlessMissing<Stats>(stat(path));
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

// Types in which no browser runs scripts; others are downloads.
const contentTypes: Record<string, string> = {
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
  ".webm": "audio/webm",
  ".ogg": "audio/ogg",
  ".m4a": "audio/mp4",
  ".mp4": "audio/mp4",
  ".pdf": "application/pdf",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".avif": "image/avif",
};

function contentTypeOf(path: string): string {
  return contentTypes[extname(path)] ?? "application/octet-stream";
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return null;
    throw fromFileSystem(error);
  }
}
