import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Without hidden ones, which are still being written. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((key) => !key.split("/").some((part) => part.startsWith(".")))
    .sort();
}

/** Waits until the copy is on disk. Null where the file was deleted meanwhile. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      bytes += part.length;
      done(null, part);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(from), measure, createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
