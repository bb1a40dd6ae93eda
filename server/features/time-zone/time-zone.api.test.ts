import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listRoleLimits, putRoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { getDemo, putDemo } from "#shared/api/admin/settings/demo.ts";
import { getUserUsage } from "#shared/api/admin/settings/usage.ts";
import { createAgent } from "#shared/api/agents.ts";
import { changePassword, login, logout, register, validatePromo } from "#shared/api/auth.ts";
import { chatStream } from "#shared/api/chat.ts";
import { changeTimeZone, getMyData } from "#shared/api/my-data.ts";
import { tryOut } from "#shared/api/try-out.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { usageDaily, users } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { registrationOf, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let model: OpenAiServer;
let app: TestApp;
let names = 0;

beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: model.url } });
  model.behave(saying("Woof."));
});
afterAll(async () => {
  await app.stop();
  await model.stop();
});
afterEach(() => void vi.useRealTimers());

const db = () => app.deps.db;

/** A new owner whose browser, when they register, tells this time zone. */
async function ownerIn(timeZone?: string): Promise<Visitor> {
  names += 1;
  const owner = app.visitor();
  const username = `traveler-${names}`;
  await owner.call(validatePromo, { body: { promoCode: PROMO_CODE } });
  const { tempPassword } = await owner.call(register, { body: { ...registrationOf(username), timeZone } });
  await owner.call(login, { body: { username, password: tempPassword } });
  await owner.call(changePassword, { body: { currentPassword: tempPassword, newPassword: PASSWORD } });
  return owner;
}

const zoneOf = async (owner: Visitor) => (await owner.call(getMyData, {})).timeZone;
const change = (owner: Visitor, timeZone: string) => owner.attempt(changeTimeZone, { body: { timeZone } });
const nextDay = (owner: Visitor) =>
  userIdOf(owner).then((id) =>
    db()
      .update(users)
      .set({ timeZoneFrom: new Date(0) })
      .where(eq(users.id, id)),
  );

/** What the pet's model is told when its owner says hello. */
async function promptFor(owner: Visitor, birthday: string): Promise<string> {
  const { id } = await owner.call(createAgent, { body: { name: "Biscuit", birthday } });
  model.calls.length = 0;
  for await (const event of owner.stream(chatStream, { params: { id }, body: { message: "Hello?" } })) void event;
  return JSON.stringify(model.calls[0]?.body.messages);
}

/** 20:40 on 3 May in Los Angeles, 5:40 on 4 May in Berlin. */
const lateEvening = () => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T03:40:00Z") });

describe("a pet's today", () => {
  it.each([
    ["America/Los_Angeles", "2020-05-03", "Sunday, 3 May 2026", true],
    ["America/Los_Angeles", "2020-05-04", "Sunday, 3 May 2026", false],
    ["Europe/Berlin", "2020-05-04", "Monday, 4 May 2026", true],
    [undefined, "2020-05-04", "Monday, 4 May 2026", true],
  ])("is its owner's (%s): with the birthday %s it is %s", async (zone, birthday, day, isBirthday) => {
    lateEvening();
    const prompt = await promptFor(await ownerIn(zone), birthday);
    expect(prompt).toContain(`Today is ${day}`);
    expect(prompt.includes("6 years")).toBe(isBirthday);
  });

  it("is that of a visitor's browser, or of UTC where that is not known", async () => {
    lateEvening();
    const admin = await app.admin();
    const { agentId } = await admin.call(getDemo, {});
    await admin.call(putDemo, { body: { agentId, tryOut: "configured" } });
    const promptIn = async (timeZone?: string) => {
      model.calls.length = 0;
      const body = { message: "Hello?", timeZone };
      for await (const event of app.visitor().stream(tryOut, { body })) void event;
      return JSON.stringify(model.calls[0]?.body.messages);
    };
    expect(await promptIn("America/Los_Angeles")).toContain("Today is Sunday, 3 May 2026");
    for (const unknown of [undefined, "Mars/Olympus", "+14:00"])
      expect(await promptIn(unknown)).toContain("Today is Monday, 4 May 2026");
  });

  it("names the file of one's data", async () => {
    lateEvening();
    const owner = await ownerIn("America/Los_Angeles");
    const file = await owner.fetch("/api/my-data/archive?audio=false");
    expect(file.headers.get("Content-Disposition")).toContain("my-data-2026-05-03.zip");
    await file.arrayBuffer();
  });
});

describe("the time zone of an account", () => {
  it("is that of the browser at the registration; one that is not known is left out", async () => {
    expect(await zoneOf(await ownerIn("Asia/Tokyo"))).toEqual({ name: "Asia/Tokyo", changeableFrom: null });
    for (const unknown of [undefined, "Mars/Olympus", "+02:00", ""])
      expect(await zoneOf(await ownerIn(unknown))).toEqual({ name: null, changeableFrom: null });
  });

  it("is that of the browser at a sign-in where there is none yet", async () => {
    const owner = await ownerIn();
    const signIn = async (timeZone: string) => {
      await owner.call(logout, {});
      await owner.call(login, { body: { username: `traveler-${names}`, password: PASSWORD, timeZone } });
    };
    await signIn("Mars/Olympus");
    expect((await zoneOf(owner)).name).toBeNull();
    await signIn("Asia/Tokyo");
    expect((await zoneOf(owner)).name).toBe("Asia/Tokyo");
    await signIn("Europe/Berlin");
    expect((await zoneOf(owner)).name).toBe("Asia/Tokyo");
  });

  it.each(["Mars/Olympus", "+02:00", "", "x".repeat(200)])("is never '%s'", async (name) => {
    const owner = await ownerIn();
    expect(await change(owner, name)).toMatchObject({ status: 400 });
    expect((await zoneOf(owner)).name).toBeNull();
  });

  it("is changed once a day, also of ten changes at once, and the refusal says when again", async () => {
    const owner = await ownerIn("Europe/Berlin");
    const zones = Intl.supportedValuesOf("timeZone").slice(0, 10);
    const answers = await Promise.all(zones.map((zone) => change(owner, zone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "changed_today",
      error: expect.stringMatching(/^Your time zone was set today already\. You can change it from .+ on\.$/),
    });
    const { name, changeableFrom } = await zoneOf(owner);
    expect(zones).toContain(name);
    expect(Date.parse(changeableFrom ?? "")).toBeGreaterThan(Date.now());
    expect(await change(owner, name ?? "")).toMatchObject({ status: 200 });
    await nextDay(owner);
    expect(await change(owner, "Asia/Tokyo")).toMatchObject({ status: 200, body: { name: "Asia/Tokyo" } });
  });
});

/** A zone in which it is another day now than in UTC: one of the two always is. */
const otherDay = () => (new Date().getUTCHours() >= 10 ? "Pacific/Kiritimati" : "Etc/GMT+12");
const dayNow = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format();

describe("a daily limit", () => {
  const ask = async (owner: Visitor, id: string) => {
    const path = `/api/agents/${id}/chat/stream`;
    const headers = { "Content-Type": "application/json" };
    const answer = await owner.fetch(path, { method: "POST", headers, body: JSON.stringify({ message: "Hello?" }) });
    await answer.text();
    return answer.status;
  };
  const limitMessages = async (messages: number | null) => {
    const admin = await app.admin();
    const role = (await admin.call(listRoleLimits, {})).roles.find(({ name }) => name === "owner");
    const body = { messages, tokens: null, characters: null, seconds: null };
    await admin.call(putRoleLimits, { params: { roleId: role?.id ?? "" }, body });
  };
  beforeAll(() => limitMessages(1));
  afterAll(() => limitMessages(null));

  it("is of the account's day, which ends at its midnight", async () => {
    const zone = otherDay();
    const owner = await ownerIn(zone);
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit" } });
    const userId = await userIdOf(owner);
    await db()
      .insert(usageDaily)
      .values({ userId, day: dayNow("UTC"), messages: 1 });
    expect(await ask(owner, id)).toBe(200);
    expect(await ask(owner, id)).toBe(429);
    const { day, resetsAt } = await owner.call(getMyUsage, {});
    expect(day).toBe(dayNow(zone));
    const end = new Date(resetsAt);
    expect(new Intl.DateTimeFormat("sv-SE", { timeStyle: "medium", timeZone: zone }).format(end)).toBe("00:00:00");
    expect(end.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
    const { days } = await (await app.admin()).call(getUserUsage, { params: { userId }, query: { days: "7" } });
    expect(days.at(-1)).toMatchObject({ day: dayNow(zone), messages: 1 });
  });

  it("is not reset by a change of the time zone: the day is counted to its end as it began [T146]", async () => {
    const owner = await ownerIn("UTC");
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit" } });
    expect(await ask(owner, id)).toBe(200);
    expect(await change(owner, otherDay())).toMatchObject({ status: 200 });
    expect(await ask(owner, id)).toBe(429);
    expect(await change(owner, "Europe/Berlin")).toMatchObject({ status: 409 });
    expect(await ask(owner, id)).toBe(429);
    expect((await owner.call(getMyUsage, {})).day).toBe(dayNow("UTC"));
    await nextDay(owner);
    expect((await owner.call(getMyUsage, {})).day).toBe(dayNow(otherDay()));
  });

  it("fails nobody whose time zone the database has not heard of: their days are those of UTC", async () => {
    const owner = await ownerIn();
    await db()
      .update(users)
      .set({ timeZone: "Mars/Olympus" })
      .where(eq(users.id, await userIdOf(owner)));
    expect((await owner.call(getMyUsage, {})).day).toBe(dayNow("UTC"));
  });
});
