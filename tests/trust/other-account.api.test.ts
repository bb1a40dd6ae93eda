import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAgent, listAgents } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { login, logout, me } from "#shared/api/auth.ts";
import { chatStream } from "#shared/api/chat.ts";
import { getConfig } from "#shared/api/config.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { listChats } from "#shared/api/history.ts";
import { setPageAccount } from "@/lib/api.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { PASSWORD } from "../support/first-start.ts";
import { openLiveMicrophone } from "../support/live-microphone.ts";
import { newPet, userIdOf, type Visitor } from "../support/visitor.ts";

let app: TestApp;
let admin: Visitor;
/** The browser that both use: its cookies are those of who signed in last. */
let browser: Visitor;
let pageOfFirst: string;
let pageOfSecond: string;
let petOfSecond: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  pageOfFirst = await userIdOf(await app.owner("first-owner"));
  browser = await app.owner("second-owner");
  pageOfSecond = await userIdOf(browser);
  petOfSecond = await newPet(browser);
});
afterAll(() => app.stop());
afterEach(() => setPageAccount(null));

const refused = { status: 409, body: { code: "other_account", error: expect.stringMatching(/^Somebody else has/) } };

describe("a page of somebody whose browser somebody else has signed in with meanwhile [T143]", () => {
  it("does nothing in the name of the other, by a call, an upload or a question", async () => {
    const params = { id: petOfSecond };
    setPageAccount(pageOfFirst);
    expect(await browser.attempt(createAgent, { body: { name: "Rex" } })).toMatchObject(refused);
    expect(await browser.attempt(listAgents, {})).toMatchObject(refused);
    expect(
      await browser.attempt(uploadDocument, { params, file: new Blob(["Rex."]), filename: "rex.txt" }),
    ).toMatchObject(refused);
    const question = browser.stream(chatStream, { params, body: { message: "A secret of the first" } });
    await expect(question.next()).rejects.toMatchObject(refused);
    setPageAccount(pageOfSecond);
    expect((await browser.call(listAgents, {})).agents).toHaveLength(1);
    expect(await browser.call(listDocuments, { params })).toMatchObject([]);
    expect(await browser.call(listChats, {})).toMatchObject({ sessions: [] });
  });

  it("opens no microphone in the name of the other", async () => {
    setPageAccount(pageOfFirst);
    await expect(openLiveMicrophone(app.url, browser)).rejects.toMatchObject(refused);
    setPageAccount(pageOfSecond);
    const own = await openLiveMicrophone(app.url, browser);
    own.close();
    await own.closed;
  });

  it("signs nobody out but its own account", async () => {
    setPageAccount(pageOfFirst);
    expect(await browser.attempt(logout, {})).toMatchObject(refused);
    setPageAccount(null);
    expect(await browser.call(me, {})).toMatchObject({ user: { id: pageOfSecond } });
    expect(await admin.call(listAuditLog, { query: { action: "auth.sign_out" } })).toMatchObject({ entries: [] });
  });

  it("is told who is signed in now, and its own account may sign in again", async () => {
    setPageAccount(pageOfFirst);
    expect(await browser.call(me, {})).toMatchObject({ user: { id: pageOfSecond } });
    await browser.call(login, { body: { username: "first-owner", password: PASSWORD } });
    expect(await browser.attempt(listAgents, {})).toMatchObject({ status: 200 });
    await browser.call(login, { body: { username: "second-owner", password: PASSWORD } });
  });

  it("is not what a program is, which says nothing of a page, nor a page where nobody is signed in", async () => {
    expect(await browser.attempt(listAgents, {})).toMatchObject({ status: 200 });
    setPageAccount(pageOfFirst);
    expect(await app.visitor().attempt(getConfig, {})).toMatchObject({ status: 200 });
    expect(await app.visitor().attempt(listAgents, {})).toMatchObject({ status: 401 });
  });
});
