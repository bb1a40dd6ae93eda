import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, getAgent, listAgents, setInMemory, updateAgent } from "#shared/api/agents.ts";
import { agents, auditLog, userAgentAccess } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const alive = { diedOn: null, isAtRest: false };
const died = { diedOn: "2026-03-01", isAtRest: false };

async function petWith(fields: { birthday?: string } = {}): Promise<{ owner: Visitor; params: { id: string } }> {
  const owner = await app.owner();
  const { id } = await owner.call(createAgent, { body: { name: "Luna", ...fields } });
  return { owner, params: { id } };
}

describe("a pet in memory", () => {
  it("has the day on which it died, until that is taken back, and rests only then", async () => {
    const { owner, params } = await petWith();
    const tell = (body: typeof died | typeof alive) => owner.call(setInMemory, { params, body });
    expect(await owner.call(getAgent, { params })).toMatchObject({ diedOn: null, atRest: null });
    expect(await tell(died)).toMatchObject({ diedOn: "2026-03-01", atRest: null });
    const resting = await tell({ ...died, isAtRest: true });
    expect(resting).toMatchObject({ diedOn: "2026-03-01", atRest: expect.any(String) });
    expect((await tell({ ...died, isAtRest: true })).atRest).toBe(resting.atRest);
    expect((await owner.call(listAgents, {})).agents).toMatchObject([{ diedOn: "2026-03-01" }]);
    expect(await owner.attempt(setInMemory, { params, body: { ...alive, isAtRest: true } })).toMatchObject({
      status: 400,
      body: { error: "Only a pet that has died can be put to rest." },
    });
    expect(await tell(alive)).toMatchObject({ diedOn: null, atRest: null });
  });

  it.each([
    ["tomorrow's day", "2999-01-01", "This day can't be in the future"],
    ["a day before it was born", "2019-03-13", "The day it died can't be before the day it was born"],
    ["no day", "2026-02-30", "Please enter the day as year, month and day"],
  ])("refuses %s", async (_name, diedOn, sentence) => {
    const { owner, params } = await petWith({ birthday: "2019-03-14" });
    expect(await owner.attempt(setInMemory, { params, body: { diedOn, isAtRest: false } })).toMatchObject({
      status: 400,
      body: { fields: { diedOn: sentence } },
    });
  });

  it("is not born after it died", async () => {
    const { owner, params } = await petWith();
    await owner.call(setInMemory, { params, body: died });
    expect(await owner.attempt(updateAgent, { params, body: { birthday: "2026-03-02" } })).toMatchObject({
      status: 400,
      body: { fields: { birthday: "The day it died can't be before the day it was born" } },
    });
  });

  it("is told of by whoever manages it, not by those who talk with it; the audit log says who", async () => {
    const { owner, params } = await petWith();
    const friend = await app.owner();
    const userId = await userIdOf(friend);
    await app.deps.db.insert(userAgentAccess).values({ userId, agentId: params.id });
    expect(await friend.attempt(setInMemory, { params, body: died })).toMatchObject({ status: 403 });
    await app.deps.db.update(userAgentAccess).set({ right: "manage" }).where(eq(userAgentAccess.userId, userId));
    await friend.call(setInMemory, { params, body: died });
    await owner.call(setInMemory, { params, body: died });
    await owner.call(setInMemory, { params, body: alive });
    const entries = await app.deps.db.select().from(auditLog).where(eq(auditLog.targetId, params.id));
    expect(entries.filter(({ action }) => action === "agent.set_in_memory")).toMatchObject([
      { actorId: userId, details: { fields: ["diedOn"] } },
      { actorId: await userIdOf(owner), details: { fields: ["diedOn"] } },
    ]);
  });

  it("is at rest in no table without a day", async () => {
    const { params } = await petWith();
    const rest = app.deps.db.update(agents).set({ atRest: new Date() }).where(eq(agents.id, params.id));
    await expect(rest).rejects.toThrow();
  });
});
