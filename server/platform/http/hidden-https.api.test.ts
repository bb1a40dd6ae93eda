import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const lines: string[] = [];
let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  app = await startTestApp({ env: { LOG_LEVEL: "warn", TRUST_PROXY: "1" }, logTo });
  owner = await app.owner();
});
afterAll(() => app.stop());
beforeEach(() => app.deps.pool.query("delete from settings where key = 'hidden_https'"));

const save = (by: Visitor, headers: Record<string, string>) =>
  by.fetch("/api/auth/change-password", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin", ...headers } });
const kept = async () => (await app.deps.pool.query("select from settings where key = 'hidden_https'")).rowCount;
const warnings = () => lines.filter((line) => line.includes("A browser came by https, but the proxy did not say so"));
const byHttps = { Origin: "https://pets.example.com" };

describe("a proxy that hides https", () => {
  it("is told in the log once, and kept for the doctor, until https is seen", async () => {
    await save(owner, { Origin: "http://pets.example.com" });
    await save(app.visitor(), byHttps);
    expect(await kept()).toBe(0);
    expect(warnings()).toHaveLength(0);
    await save(owner, byHttps);
    await save(owner, byHttps);
    await expect.poll(kept).toBe(1);
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toContain("X-Forwarded-Proto");
    await save(owner, { ...byHttps, "X-Forwarded-Proto": "https" });
    await expect.poll(kept).toBe(0);
    expect(warnings()).toHaveLength(1);
  });
});
