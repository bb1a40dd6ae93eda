import { execFile } from "node:child_process";
import { mkdtemp, open, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of its own with room for a megabyte, empty. */
export interface SmallDisk {
  folder: string;
  /** Takes all the room but so many bytes. */
  fill(room: number): Promise<void>;
  /** Gives that room back. */
  clear(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Null where this process may mount none (only root on Linux may). The mount has no place in the file system and is
 * reached by its open folder alone, so that it is gone with this process, however that ends.
 */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const place = await mkdtemp(join(tmpdir(), "pet-talk-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", place]);
  } catch {
    await rm(place, { recursive: true });
    return null;
  }
  const handle = await open(place, "r");
  await run("umount", ["--lazy", place]);
  await rm(place, { recursive: true });
  const folder = `/proc/self/fd/${handle.fd}`;
  const filler = join(folder, "filler");
  return {
    folder,
    async fill(room) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, new Uint8Array(bavail * bsize - room));
    },
    clear: () => rm(filler),
    release: () => handle.close(),
  };
}
