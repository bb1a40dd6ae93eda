import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Request } from "express";
import type { StorageEngine } from "multer";
import { fromFileSystem } from "../files/files.ts";
import { networkOf } from "./addresses.ts";
import { HttpError } from "./errors.ts";
import { uploadsAtOnce } from "./rate-limits.ts";

export interface ReceivedFiles {
  /** Throws HttpError 429 where too many arrive at once; 503 or 507 where the disk can't be written. */
  receive<Result>(caller: Pick<Request, "ip" | "user">, use: (file: FileHandle) => Promise<Result>): Promise<Result>;
}

/** On disk, so that many unfinished files cost no memory. `scale` multiplies how many may arrive at once. */
export function createReceivedFiles(folder: string, scale: number): ReceivedFiles {
  const arriving = new Map<string, number>();
  return {
    async receive({ ip, user }, use) {
      const places: [key: string, most: number][] = [[`address ${networkOf(ip)}`, uploadsAtOnce.perAddress]];
      if (user !== undefined) places.push([`account ${user.id}`, uploadsAtOnce.perAccount]);
      const isFull = places.some(([key, most]) => (arriving.get(key) ?? 0) >= Math.max(1, Math.round(most * scale)));
      if (isFull) throw tooManyAtOnce();
      for (const [key] of places) arriving.set(key, (arriving.get(key) ?? 0) + 1);
      try {
        return await withFile(folder, use);
      } finally {
        for (const [key] of places) {
          const left = (arriving.get(key) ?? 1) - 1;
          if (left === 0) arriving.delete(key);
          else arriving.set(key, left);
        }
      }
    },
  };
}

async function withFile<Result>(folder: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await openUnnamed(folder).catch((error: unknown) => {
    throw fromFileSystem(error);
  });
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Unlinked at once, so that the system frees it even where this process is killed. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function storageIn(file: FileHandle): StorageEngine {
  return {
    _handleFile(_request, { stream }, done) {
      copy(stream, file).then((size) => done(null, { size }), done);
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

async function copy(from: Readable, to: FileHandle): Promise<number> {
  let size = 0;
  for await (const chunk of from) {
    await to.writeFile(chunk);
    size += chunk.length;
  }
  return size;
}

export async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error("the file that was received is shorter than it was");
    at += bytesRead;
  }
  return bytes;
}

const RETRY_SECONDS = 5;

const tooManyAtOnce = () =>
  new HttpError(
    429,
    "rate_limited",
    "Too many files are being sent at once. Please wait until one of them has arrived, and try again.",
    { retryAfter: RETRY_SECONDS },
  );
