import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { getEngineSettings, putEngineSettings } from "#shared/api/admin/settings/engine-settings.ts";
import {
  cancelLocalModel,
  getLocalModelRun,
  lookForLocalModels,
  startLocalModel,
} from "#shared/api/admin/settings/local-models.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { chat } from "#shared/api/chat.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { layer, type PlayedOllama, startOllama, whole } from "#tests/support/ollama-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { slownessOf } from "./slow-models.ts";

const nothing = {
  ...{ baseUrl: null, apiKey: null, model: null, embeddingModel: null, transcriptionModel: null, voiceModel: null },
  ...{ voiceBaseUrl: null, voiceKey: null, voiceMap: null, speechRegion: null, speechHost: null, speechKey: null },
};

let app: TestApp;
let admin: Visitor;
let ollama: PlayedOllama;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ollama = await startOllama();
  onTestFinished(() => ollama.stop());
  await admin.call(putEngineSettings, { body: nothing });
});

const look = () => admin.call(lookForLocalModels, { body: { address: ollama.url } });
const use = (model: string, purpose: "chat" | "embedding" = "chat") =>
  admin.call(startLocalModel, { body: { baseUrl: ollama.url, model, purpose } });
const lastRun = async () => (await admin.call(getLocalModelRun, {})).run;
const phaseIs = (phase: string) => expect.poll(async () => (await lastRun())?.phase, { timeout: 15_000 }).toBe(phase);
const settingsNow = async () => (await admin.call(getEngineSettings, {})).settings;

async function failed(model = "qwen3.5:4b") {
  await use(model);
  await phaseIs("failed");
  expect(await settingsNow()).toMatchObject({ baseUrl: null, model: null });
  expect(ollama.models.filter((name) => name.startsWith("pet-talk"))).toEqual([]);
  return (await lastRun())?.sentence;
}

describe("looking for models", () => {
  it("offers what suits an Ollama without any: at most four for answers, each with size and license", async () => {
    const found = (await look()).ollama;
    const offered = found?.models.filter(({ purpose }) => purpose === "chat") ?? [];
    expect(offered).toHaveLength(4);
    expect(found?.baseUrl).toBe(`${ollama.url}/v1`);
    for (const { gigabytes, license, goodAt, isHere, fits } of found?.models ?? []) {
      expect({ isHere, fits: typeof fits }).toEqual({ isHere: false, fits: "boolean" });
      expect([gigabytes > 0, license, goodAt]).not.toContain(null);
    }
  });

  it("offers what is there already, and of what for", async () => {
    ollama.models = ["llama3.1:8b", "bge-m3:latest", "nomic-embed-text:latest", "pet-talk-llama3.1:8b"];
    const found = (await look()).ollama?.models.filter(({ isHere }) => isHere) ?? [];
    expect(found.map(({ name, purpose }) => `${name} ${purpose}`)).toEqual([
      "bge-m3 embedding",
      "llama3.1:8b chat",
      "nomic-embed-text:latest embedding",
    ]);
  });

  it("says how to get one where there is none", async () => {
    await ollama.stop();
    expect(await look()).toMatchObject({
      ollama: null,
      problem: "Ollama does not answer at that address. Is it running?",
    });
    const here = await admin.call(lookForLocalModels, { body: { address: null } });
    expect(here.ollama === null ? here.problem : "found").toMatch(/ollama\.com\/download|found/);
  });

  it("asks at no address where no engine may be [T145]", async () => {
    for (const address of ["http://169.254.169.254/v1", "http://[::ffff:169.254.169.254]/"]) {
      expect(await admin.attempt(lookForLocalModels, { body: { address } })).toMatchObject({ status: 400 });
      const body = { baseUrl: address, model: "qwen3.5:4b", purpose: "chat" } as const;
      expect(await admin.attempt(startLocalModel, { body })).toMatchObject({ status: 400 });
    }
    expect(ollama.calls).toEqual([]);
  });
});

describe("a model that is used", () => {
  it("is fetched, given a context, tested, and answers", async () => {
    await use("qwen3.5:4b");
    await phaseIs("done");
    expect((await lastRun())?.sentence).toMatch(
      /^Pets speak with qwen3\.5:4b now\. It answered 'Woof\.' after it read/,
    );
    const { body } = ollama.calls.find(({ path }) => path === "/api/create") ?? {};
    expect(body).toMatchObject({ model: "pet-talk-qwen3.5:4b", from: "qwen3.5:4b", parameters: { num_ctx: 16_384 } });
    expect(await settingsNow()).toMatchObject({ baseUrl: `${ollama.url}/v1`, model: "pet-talk-qwen3.5:4b" });
    const id = await newPet(admin);
    const said = await admin.call(chat, { params: { id }, body: { message: "Hello!", generateAudio: false } });
    expect(said.message.content).toBe("Woof.");
    expect(ollama.calls.at(-1)).toMatchObject({ path: "/v1/chat/completions", body: { reasoning_effort: "none" } });
    const shown = (await look()).ollama?.models.filter(({ inUse }) => inUse).map(({ name }) => name);
    expect(shown).toEqual(["qwen3.5:4b"]);
    const actions = (await admin.call(listAuditLog, { query: {} })).entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["engine.use_local_model", "setting.update"]));
  });

  it("is not fetched again where it is there", async () => {
    ollama.models = ["qwen3.5:4b"];
    await use("qwen3.5:4b");
    await phaseIs("done");
    expect(ollama.calls.map(({ path }) => path)).not.toContain("/api/pull");
  });

  it("may be for embeddings, beside one for answers of the same Ollama", async () => {
    const early = { body: { baseUrl: ollama.url, model: "bge-m3", purpose: "embedding" } } as const;
    expect(await admin.attempt(startLocalModel, early)).toMatchObject({ status: 409 });
    await use("qwen3.5:4b");
    await phaseIs("done");
    await use("bge-m3", "embedding");
    await expect.poll(async () => (await settingsNow()).embeddingModel, { timeout: 15_000 }).toBe("bge-m3");
    expect(await settingsNow()).toMatchObject({ model: "pet-talk-qwen3.5:4b" });
    await phaseIs("done");
  });

  it("tells how far it is to whoever looks, also later; and only one is fetched at a time", async () => {
    ollama.pulls = [{ lines: [layer(1_200_000_000)], ends: "wait" }];
    await use("qwen3.5:4b");
    await expect.poll(lastRun, { timeout: 15_000 }).toMatchObject({ phase: "fetching", completed: 1_200_000_000 });
    const another = { body: { baseUrl: ollama.url, model: "gemma4:e2b", purpose: "chat" } } as const;
    expect(await admin.attempt(startLocalModel, another)).toMatchObject({ status: 409 });
    expect(await lastRun()).toMatchObject({ model: "qwen3.5:4b", phase: "fetching" });
    expect(await lastRun()).not.toHaveProperty("by");
    ollama.release();
    await phaseIs("done");
  });

  it("is fetched for one of two administrators who press at the same moment; the other one is told, and sees it too", async () => {
    ollama.pulls = [{ lines: [layer(1_200_000_000)], ends: "wait" }];
    const other = await app.admin();
    const started = await Promise.all(
      [admin, other].map((by, index) =>
        by.attempt(startLocalModel, {
          body: { baseUrl: ollama.url, model: ["qwen3.5:4b", "qwen3.5:2b"][index] ?? "", purpose: "chat" },
        }),
      ),
    );
    expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await expect.poll(lastRun, { timeout: 15_000 }).toMatchObject({ completed: 1_200_000_000 });
    expect((await other.call(getLocalModelRun, {})).run).toMatchObject({ phase: "fetching" });
    expect(ollama.calls.filter(({ path }) => path === "/api/pull")).toHaveLength(1);
    await other.call(cancelLocalModel, {});
    await phaseIs("canceled");
  });

  it("goes on where it stopped after Ollama has vanished in mid-fetch and come back", async () => {
    ollama.pulls = [{ lines: [layer(1_200_000_000)], ends: "wait" }, whole];
    await use("qwen3.5:4b");
    await expect.poll(lastRun, { timeout: 15_000 }).toMatchObject({ completed: 1_200_000_000 });
    const { port } = new URL(ollama.url);
    await ollama.vanish();
    expect(await lastRun()).toMatchObject({ phase: "fetching" });
    const again = await startOllama(Number(port));
    onTestFinished(() => again.stop());
    await expect.poll(async () => (await lastRun())?.phase, { timeout: 25_000 }).toBe("done");
    expect(await settingsNow()).toMatchObject({ model: "pet-talk-qwen3.5:4b" });
  });

  it("can be canceled, and changes nothing", async () => {
    ollama.pulls = [{ lines: [layer(1_200_000_000)], ends: "wait" }];
    await use("qwen3.5:4b");
    await expect.poll(lastRun, { timeout: 15_000 }).toMatchObject({ completed: 1_200_000_000 });
    expect((await admin.call(cancelLocalModel, {})).run).toMatchObject({ phase: "canceled" });
    ollama.release();
    expect(await settingsNow()).toMatchObject({ baseUrl: null, model: null });
    // The next one may begin at once.
    ollama.pulls = [whole];
    await use("qwen3.5:2b");
    await phaseIs("done");
    expect(await settingsNow()).toMatchObject({ model: "pet-talk-qwen3.5:2b" });
  });

  it("is fetched further after its process has ended", async () => {
    const lost = {
      ...{ model: "qwen3.5:4b", purpose: "chat", baseUrl: `${ollama.url}/v1`, phase: "fetching" },
      ...{ completed: 5, total: 10, sentence: null, runner: "a dead one", heartbeat: "2026-11-28T10:00:00.000Z" },
    };
    const { rows } = await app.deps.pool.query(
      "select id, username, email from users where username = 'administrator'",
    );
    const value = JSON.stringify({ ...lost, by: { user: rows[0], ip: null } });
    await app.deps.pool.query("update settings set value = $1 where key = 'local-model'", [value]);
    expect(await lastRun()).toMatchObject({ phase: "fetching", completed: 5 });
    await phaseIs("done");
    expect(await settingsNow()).toMatchObject({ model: "pet-talk-qwen3.5:4b" });
  });
});

describe("a model that can't be used says why, and nothing is set", () => {
  it("where the disk is full", async () => {
    ollama.pulls = [
      { lines: [{ error: "write /root/.ollama/models/blobs/x-partial: no space left on device" }], ends: "end" },
    ];
    expect(await failed()).toMatch(/^The disk of Ollama's machine is full/);
  });

  it("where it is too large for the memory", async () => {
    const body = { error: "model requires more system memory (5.6 GiB) than is available (3.1 GiB)" };
    ollama.refuse.set("/api/generate", { status: 500, body });
    expect(await failed()).toBe("The machine has too little memory for this model. Choose a smaller one.");
    expect(ollama.models).toEqual(["qwen3.5:4b"]);
  });

  it("where an older version knows no such path", async () => {
    ollama.refuse.set("/api/create", { status: 404, body: "404 page not found" });
    expect(await failed()).toMatch(/^This Ollama is too old/);
  });

  it("where it cuts a prompt of real size silently", async () => {
    ollama.reads = 4096;
    expect(await failed()).toMatch(/^qwen3\.5:4b is there, but is not used\. It answered, but read only 4,096 tokens/);
  });

  it("where Ollama is gone before it begins", async () => {
    await ollama.stop();
    expect(await failed()).toBe("Ollama does not answer at that address. Is it running?");
  });
});

it("is not changed where the environment sets it", async () => {
  const fixed = await startTestApp({
    env: { OPENAI_BASE_URL: `${ollama.url}/v1`, OPENAI_MODEL: "of-the-environment" },
  });
  onTestFinished(() => fixed.stop());
  const body = { baseUrl: ollama.url, model: "qwen3.5:4b", purpose: "chat" } as const;
  expect(await (await fixed.admin()).attempt(startLocalModel, { body })).toMatchObject({ status: 409 });
});

describe("on a machine that reads slowly", () => {
  it("a model is offered with a smaller context, says how fast it read, and is used with it", async () => {
    const slow = await startTestApp({ env: { OPENAI_TIMEOUT_S: "6" } });
    onTestFinished(() => slow.stop());
    const by = await slow.admin();
    const start = (contextTokens?: number) =>
      by.call(startLocalModel, {
        body: { baseUrl: ollama.url, model: "qwen3.5:2b", purpose: "chat", ...(contextTokens && { contextTokens }) },
      });
    const run = async () => (await by.call(getLocalModelRun, {})).run;
    const ends = (phase: string) => expect.poll(async () => (await run())?.phase, { timeout: 30_000 }).toBe(phase);
    ollama.readsInTime = 9_000;
    await start();
    await ends("failed");
    const { sentence = null, smallerContext = null } = (await run()) ?? {};
    expect(sentence).toMatch(
      /^qwen3\.5:2b works, but this machine is slow with it: it read 3,096 tokens in \d+ s, and not 15,000 within 6 s/,
    );
    const context = smallerContext ?? 0;
    expect([4096, 8192]).toContain(context);
    expect((await by.call(getEngineSettings, {})).settings.model).toBeNull();
    await start(context);
    await ends("done");
    const made = ollama.calls.findLast(({ path }) => path === "/api/create")?.body;
    expect(made).toMatchObject({ model: "pet-talk-qwen3.5:2b", parameters: { num_ctx: context } });
    expect((await by.call(getEngineSettings, {})).settings.model).toBe("pet-talk-qwen3.5:2b");
  });

  it("as much is offered as it reads in four fifths of the time, or a smaller model where that is too little", () => {
    const slownessAfter = (seconds: number, works = true) =>
      slownessOf("a:1b", { works, milliseconds: seconds * 1000 }, 30);
    expect(
      [slownessAfter(10), slownessAfter(11), slownessAfter(29)].map(({ smallerContext }) => smallerContext),
    ).toEqual([8192, 4096, 4096]);
    expect(slownessAfter(30, false)).toMatchObject({
      smallerContext: null,
      message: expect.stringMatching(
        /too slow for it: it did not read 3,096 tokens within 30 seconds\. Choose a smaller/,
      ),
    });
  });
});
