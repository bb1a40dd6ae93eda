import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "#server/platform/db/client.ts";
import { me } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { ADMIN } from "#tests/support/first-start.ts";
import { findFirstSignIn, firstSignInPath, forgetAtFirstSignIn, keepFirstSignIn } from "./first-sign-in.ts";
import { resetAdministrator } from "./reset-administrator.ts";

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  app = await startTestApp();
  dataDir = await mkdtemp(join(tmpdir(), "pet-talk-first-"));
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const signIn = async (password: string) => {
  const answer = await app.visitor().fetch("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: ADMIN.username, password }),
  });
  return answer.status;
};
const make = (password: string) => ({ username: ADMIN.username, password, promoCode: "X" });

describe("what the administrator signs in with for the first time [T133]", () => {
  it("is replaced once it has expired unused", async () => {
    const { password } = await resetAdministrator(app.deps.db, undefined);
    keepFirstSignIn(dataDir, make(password));
    expect(await findFirstSignIn(app.deps.db, dataDir)).toEqual(make(password));
    await app.deps.db.execute(sql`update users set temporary_password_until = now() - interval '1 hour'`);
    const renewed = await findFirstSignIn(app.deps.db, dataDir);
    expect(renewed?.password).not.toBe(password);
    expect(await findFirstSignIn(app.deps.db, dataDir)).toEqual(renewed);
    expect(await signIn(renewed?.password ?? "")).toBe(200);
  });

  it("is forgotten where it no longer opens the door, and where there is no such account", async () => {
    await app.deps.db.execute(sql`delete from audit_log`);
    for (const kept of [make("Another-1!"), { ...make("Another-1!"), username: "nobody-there" }]) {
      keepFirstSignIn(dataDir, kept);
      expect(await findFirstSignIn(app.deps.db, dataDir)).toBeNull();
      expect(existsSync(firstSignInPath(dataDir))).toBe(false);
    }
  });
});

describe("looking whether somebody has signed in", () => {
  it("warns where the database does not answer, and is silent once the server stops", async () => {
    const { db, pool, close } = connect("postgres://localhost:1/nowhere", { max: 1, log: () => undefined });
    const warn = vi.spyOn(app.deps.log, "warn").mockImplementation(() => undefined);
    const gone = new Error("Connection terminated");
    let fail = (_error: Error): void => undefined;
    const underWay = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const asked = vi.fn(() => underWay).mockRejectedValueOnce(gone);
    vi.spyOn(pool, "query").mockImplementation(asked);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const stop = forgetAtFirstSignIn(db, app.deps.log, dataDir, ADMIN.username);
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
      stop();
      fail(gone);
      await new Promise(setImmediate);
      vi.advanceTimersByTime(10_000);
      await new Promise(setImmediate);
      expect(asked).toHaveBeenCalledTimes(2);
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
      warn.mockRestore();
      await close();
    }
  });
});

describe("npm run admin:reset-password [T133]", () => {
  it("gives a new temporary password, ends the sessions, and lets a switched-off account in again", async () => {
    const before = await resetAdministrator(app.deps.db, ADMIN.username);
    const visitor = app.visitor();
    const body = { username: ADMIN.username, password: before.password };
    await visitor.fetch("/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect((await visitor.attempt(me, {})).status).toBe(403);
    await app.deps.db.execute(sql`update users set is_active = false`);
    const after = await resetAdministrator(app.deps.db, undefined);
    expect(after).toMatchObject({ username: ADMIN.username, others: [] });
    expect((await visitor.attempt(me, {})).status).toBe(401);
    expect(await signIn(before.password)).toBe(401);
    expect(await signIn(after.password)).toBe(200);
  });

  it("names the administrators where the given name is none", async () => {
    await expect(resetAdministrator(app.deps.db, "somebody")).rejects.toThrow(
      `'somebody' is no administrator. These are: ${ADMIN.username}.`,
    );
  });
});
