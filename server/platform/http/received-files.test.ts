import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReceivedFiles, readWhole } from "./received-files.ts";

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "pet-talk-received-")), "uploads");
});
afterAll(() => rm(join(folder, ".."), { recursive: true, force: true }));

const userOf = (id: string): Express.User => ({
  ...{ id, username: id, email: `${id}@example.com`, phone: null, firstName: id, lastName: "", address: null },
  ...{ isDefaultPassword: false, isActive: true, createdAt: new Date(), roles: [], permissions: [], timeZone: null },
});
const from = (account: string, ip = "198.51.100.7") => ({ ip, user: userOf(account) });
const refusal = { status: 429, code: "rate_limited", extra: { retryAfter: 5 } };

/** Uploads that end when they are told to. */
function unfinished(files: ReturnType<typeof createReceivedFiles>) {
  const open: { end(): void; done: Promise<void> }[] = [];
  return {
    async begin(caller: ReturnType<typeof from>) {
      let end = () => {};
      const begun = new Promise<void>((resolve, reject) => {
        const done = files.receive(caller, () => {
          resolve();
          return new Promise<void>((ended) => {
            end = ended;
          });
        });
        done.catch(reject);
        open.push({ end: () => end(), done });
      });
      await begun;
    },
    async endOne() {
      const [one] = open.splice(0, 1);
      one?.end();
      await one?.done;
    },
    async endAll() {
      while (open.length > 0) await this.endOne();
    },
  };
}

describe("files that are on their way", () => {
  it("are four at once for an account; the next waits until one has arrived [T125]", async () => {
    const files = createReceivedFiles(folder, 1);
    const uploads = unfinished(files);
    for (let count = 0; count < 4; count++) await uploads.begin(from("robin"));
    await expect(files.receive(from("robin", "203.0.113.9"), async () => "taken")).rejects.toMatchObject(refusal);
    expect(await files.receive(from("sam"), async () => "taken")).toBe("taken");
    await uploads.endOne();
    expect(await files.receive(from("robin"), async () => "taken")).toBe("taken");
    await uploads.endAll();
  });

  it("are twenty at once for an address, whoever sends them [T125]", async () => {
    const files = createReceivedFiles(folder, 1);
    const uploads = unfinished(files);
    for (let count = 0; count < 20; count++) await uploads.begin(from(`account-${count % 5}`));
    await expect(files.receive(from("another"), async () => "taken")).rejects.toMatchObject(refusal);
    expect(await files.receive(from("another", "203.0.113.9"), async () => "taken")).toBe("taken");
    await uploads.endAll();
    expect(await files.receive(from("another"), async () => "taken")).toBe("taken");
  });

  it("give their place back where they fail", async () => {
    const files = createReceivedFiles(folder, 0.1);
    const fail = () => files.receive(from("robin"), () => Promise.reject(new Error("cut off")));
    for (let count = 0; count < 3; count++) await expect(fail()).rejects.toThrow("cut off");
  });

  it("have no name in the folder, so that none stays where this process is killed [T125]", async () => {
    const files = createReceivedFiles(folder, 1);
    const read = await files.receive(from("robin"), async (file) => {
      await file.writeFile("Rufus");
      expect(await readdir(folder)).toEqual([]);
      return readWhole(file, 5);
    });
    expect(read.toString()).toBe("Rufus");
  });
});
