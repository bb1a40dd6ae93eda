import type { LookupAddress } from "node:dns";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  type EngineDraft,
  listEngineModels,
  putEngineSettings,
  testEngineDraft,
} from "#shared/api/admin/settings/engine-settings.ts";
import { type EngineName, testEngine } from "#shared/api/admin/settings/engines.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** What names that end with `.test` mean. Linux takes 0.0.0.0 for the machine itself, so that a call to it would arrive. */
const names = vi.hoisted(() => ({ mean: "127.0.0.1" }));

vi.mock("node:dns", async (importActual) => {
  const actual = await importActual<typeof import("node:dns")>();
  type Found = (error: Error | null, found: LookupAddress[]) => void;
  const lookup = (host: string, _options: object, found: Found) => {
    if (host.endsWith(".test")) found(null, [{ address: names.mean, family: 4 }]);
    else actual.lookup(host, { all: true }, found);
  };
  return { ...actual, lookup };
});
vi.mock("node:dns/promises", async (importActual) => {
  const actual = await importActual<typeof import("node:dns/promises")>();
  const lookup = async (host: string) =>
    host.endsWith(".test") ? [{ address: names.mean, family: 4 }] : actual.lookup(host, { all: true });
  return { ...actual, lookup };
});

let app: TestApp;
let admin: Visitor;
let model: OpenAiServer;
let azure: AzureServer;
beforeAll(async () => {
  [app, model, azure] = await Promise.all([startTestApp(), startOpenAiServer(), startAzureServer()]);
  admin = await app.admin();
});
afterAll(async () => {
  await Promise.all([app.stop(), model.stop(), azure.stop()]);
});
beforeEach(() => {
  names.mean = "127.0.0.1";
});

const nothing = { baseUrl: null, model: null, embeddingModel: null, transcriptionModel: null };
const noSpeech = { speechRegion: null, speechHost: null };
const saved = (draft: Partial<EngineDraft>) =>
  admin.call(putEngineSettings, { body: { ...nothing, ...noSpeech, ...draft } });
const works = async (engine: EngineName) => (await admin.call(testEngine, { params: { engine } })).works;

it.each([
  ["model", () => ({ baseUrl: model.url, model: "woof" }), () => model.calls.length],
  ["transcription", () => ({ baseUrl: model.url, model: "woof" }), () => model.transcriptions.length],
  ["speech", () => ({ speechHost: azure.host }), () => azure.connections.length],
] as const)(
  "a %s server whose name means another address since it was saved is not reached there [T145]",
  async (engine, address, calls) => {
    const draftAt = (name: string) =>
      Object.fromEntries(Object.entries(address()).map(([field, url]) => [field, url.replace("127.0.0.1", name)]));
    await saved(draftAt(`first-${engine}.test`));
    expect(await works(engine)).toBe(true);
    const before = calls();
    expect(before).toBeGreaterThan(0);

    await saved(draftAt(`second-${engine}.test`));
    names.mean = "0.0.0.0";
    expect(await works(engine)).toBe(false);
    expect(calls()).toBe(before);
  },
);

it("an engine that is not saved is not reached there either [T145]", async () => {
  names.mean = "0.0.0.0";
  const draft = { baseUrl: model.url.replace("127.0.0.1", "third.test"), apiKey: null };
  const refused = { status: 400, body: { fields: { baseUrl: expect.stringContaining("No engine can be") } } };
  expect(await admin.attempt(listEngineModels, { body: draft })).toMatchObject(refused);
  const body = { ...nothing, ...noSpeech, ...draft };
  expect(await admin.attempt(testEngineDraft, { params: { engine: "model" }, body })).toMatchObject(refused);
});
