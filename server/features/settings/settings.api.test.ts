import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getSpeakerLink, putSpeakerLink, SPEAKER_LINK_KEY } from "#shared/api/settings.ts";
import { settings } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("the speaker's link", () => {
  it("is read by everyone who is signed in", async () => {
    const { setting } = await (await app.holderOf()).call(getSpeakerLink, {});
    expect(setting).toMatchObject({ key: SPEAKER_LINK_KEY, value: expect.stringMatching(/^https:/) });
    expect(await app.visitor().attempt(getSpeakerLink, {})).toMatchObject({ status: 401 });
  });

  it.each(["manage_settings", "manage_users"] as const)("is changed with %s", async (permission) => {
    const manager = await app.holderOf(permission);
    const value = `https://shop.example/${permission}?a=1&b=2`;
    const { setting } = await manager.call(putSpeakerLink, { body: { value: ` ${value} ` } });
    expect(setting.value).toBe(value);
    expect((await manager.call(getSpeakerLink, {})).setting).toEqual(setting);
  });

  it("is not an owner's to change", async () => {
    const attempt = await (await app.owner()).attempt(putSpeakerLink, { body: { value: "https://shop.example" } });
    expect(attempt).toMatchObject({ status: 403 });
  });

  it.each([
    ["", "Speaker link cannot be empty"],
    ["   ", "Speaker link cannot be empty"],
    ["shop", "Please enter a valid URL"],
    ["javascript:alert(1)", "Please enter a valid URL"],
    [" JaVaScRiPt:alert(1)//https://shop.example", "Please enter a valid URL"],
    ["data:text/html,<script>alert(1)</script>", "Please enter a valid URL"],
    ["ftp://shop.example", "Please enter a valid URL"],
    [`https://shop.example/${"x".repeat(3000)}`, "Please enter a valid URL"],
  ])("refuses '%.40s' [T98]", async (value, error) => {
    const admin = await app.admin();
    expect(await admin.attempt(putSpeakerLink, { body: { value } })).toMatchObject({ status: 400, body: { error } });
  });

  it("refuses a request without a link", async () => {
    const admin = await app.admin();
    const response = await admin.fetch(`/api/settings/${SPEAKER_LINK_KEY}`, { method: "PUT" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "Speaker link cannot be empty" });
  });

  it("is null where none is set, and can be set again", async () => {
    const admin = await app.admin();
    await app.deps.db.delete(settings).where(eq(settings.key, SPEAKER_LINK_KEY));
    expect(await admin.call(getSpeakerLink, {})).toEqual({ setting: null });
    await admin.call(putSpeakerLink, { body: { value: "http://shop.example/" } });
    expect((await admin.call(getSpeakerLink, {})).setting?.value).toBe("http://shop.example/");
  });

  it("is the only setting", async () => {
    expect(await (await app.admin()).fetch("/api/settings/session_secret")).toMatchObject({ status: 404 });
  });
});
