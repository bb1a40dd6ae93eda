import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login } from "#shared/api/auth.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { onServer } from "../support/server-database.ts";
import { visit } from "../support/visitor.ts";

let database: TestDatabase;
let dataDir: string;
let running: Instance | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "pet-talk-first-"));
});
afterAll(async () => {
  await running?.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (more: Record<string, string> = {}) => {
  running = await startInstance(dataDir, { DATABASE_URL: database.url, LOG_LEVEL: "info", ...more });
  return running;
};
const path = () => join(dataDir, "first-sign-in.json");
const kept = () => JSON.parse(readFileSync(path(), "utf8"));
const signIn = (server: Instance, password: string) =>
  visit(server.url).attempt(login, { body: { username: "administrator", password } });

describe("the first administrator is never locked out [T133]", () => {
  it("makes nothing while its port is another's", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const PORT = String(typeof address === "object" ? address?.port : "");
    await expect(start({ PORT })).rejects.toThrow(PORT);
    await new Promise((resolve) => other.close(resolve));
    expect(existsSync(path())).toBe(false);
    // Fails where somebody is there.
    await onServer(database.url, "select 1 / (case when exists (select from users) then 0 else 1 end)");
  });

  it("keeps the password for each start until somebody signs in, for the server's user alone and out of the log", async () => {
    const first = await start();
    expect(first.awaitsFirstSignIn).toBe(true);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    const { password } = kept();
    await first.stop();
    expect(`${first.printed}${first.log.join("")}`).not.toContain(password);

    const second = await start();
    expect(second.awaitsFirstSignIn).toBe(true);
    expect(kept().password).toBe(password);
    expect((await signIn(second, password)).status).toBe(200);
    await expect.poll(() => existsSync(path())).toBe(false);
    await second.stop();

    const third = await start();
    expect(third.awaitsFirstSignIn).toBe(false);
    expect((await signIn(third, password)).status).toBe(200);
    expect(await third.stop()).toBe(0);
  });
});
