import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getEarlyReplies, putEarlyReplies } from "#shared/api/admin/settings/early-replies.ts";
import { putEngineSettings } from "#shared/api/admin/settings/engine-settings.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

describe("whether replies are begun early", () => {
  it("is as fits the model until somebody chooses, and the choice is in the audit log", async () => {
    const admin = await app.admin();
    expect(await admin.call(getEarlyReplies, {})).toEqual({ mode: "auto", isLocal: true });
    expect(await admin.call(putEarlyReplies, { body: { mode: "off" } })).toEqual({ mode: "off", isLocal: true });
    expect(await admin.call(getEarlyReplies, {})).toEqual({ mode: "off", isLocal: true });
    const { entries } = await admin.call(listAuditLog, { query: { action: "setting.update" } });
    expect(entries[0]).toMatchObject({ targetId: "early_replies", details: { from: null, to: "off" } });
  });

  it("tells a model in one's own network from one that is paid for", async () => {
    const admin = await app.admin();
    const draft = {
      model: "llama3.2",
      embeddingModel: null,
      transcriptionModel: null,
      speechRegion: null,
      speechHost: null,
    };
    const isLocal = async (baseUrl: string | null, apiKey?: string) => {
      const body = { ...draft, baseUrl, ...(apiKey === undefined ? {} : { apiKey }) };
      await admin.call(putEngineSettings, { body });
      return (await admin.call(getEarlyReplies, {})).isLocal;
    };
    expect(await isLocal("http://127.0.0.1:9/v1")).toBe(true);
    expect(await isLocal("http://10.1.2.3/v1")).toBe(true);
    expect(await isLocal("https://93.184.216.34/v1")).toBe(false);
    expect(await isLocal(null, "sk-of-openai")).toBe(false);
  });

  it("is another's to see or change only with a right", async () => {
    const owner = await app.owner();
    expect((await owner.attempt(getEarlyReplies, {})).status).toBe(403);
    expect((await owner.attempt(putEarlyReplies, { body: { mode: "on" } })).status).toBe(403);
    const manager = await app.holderOf("manage_settings");
    expect(await manager.call(putEarlyReplies, { body: { mode: "auto" } })).toMatchObject({ mode: "auto" });
  });
});
