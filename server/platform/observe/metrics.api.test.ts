import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testEngine } from "#shared/api/admin/settings/engines.ts";
import { createAgent } from "#shared/api/agents.ts";
import { chatStream } from "#shared/api/chat.ts";
import { transcribe } from "#shared/api/voice.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { noteBackup } from "../backup/last-backup.ts";

const TOKEN = "metrics-token-of-this-test-0123456789";
let model: OpenAiServer;
let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({
    env: { METRICS_TOKEN: TOKEN, OPENAI_BASE_URL: model.url, OPENAI_TRANSCRIBE_MODEL: "whisper-1" },
  });
  owner = await app.owner();
  pet = (await owner.call(createAgent, { body: { name: "Biscuit" } })).id;
});
afterAll(async () => {
  await app.stop();
  await model.stop();
});

const scrape = (authorization?: string) =>
  fetch(`${app.url}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } });
const page = async () => (await scrape(`Bearer ${TOKEN}`)).text();
async function ask(message: string) {
  const events: string[] = [];
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message } }))
    events.push(event.type);
  return events;
}

/** Each metric in a line: type, name with its labels, help, buckets. */
const metricsIn = (text: string): string[] =>
  text
    .split(/^# HELP /m)
    .slice(1)
    .map((metric) => {
      const [, name, help, type] = /^(\S+) (.*)\n# TYPE \S+ (.*)/.exec(metric) ?? [];
      const labels = [...metric.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", value = ""]) => ({
        label,
        value,
      }));
      const names = new Set(labels.map(({ label }) => label).filter((label) => label !== "le"));
      const buckets = new Set(labels.filter(({ label }) => label === "le").map(({ value }) => value));
      return [type, `${name}{${[...names].join()}}`, help, ...buckets].join(" ");
    })
    .filter((metric) => !metric.includes("nodejs_active_requests"))
    .toSorted();

describe("metrics", () => {
  it.each([undefined, "Bearer ", `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])(
    "are refused to whoever sends %j",
    async (authorization) => {
      const response = await scrape(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain("pettalk_");
    },
  );

  it("count requests by the pattern of their route, and never by what a visitor sends", async () => {
    const stranger = randomUUID();
    await owner.fetch(`/api/agents/${pet}`);
    await owner.fetch(`/api/agents/${stranger}`);
    await owner.fetch(`/api/${stranger}`);
    await owner.fetch(`/${stranger}`, { method: "OPTIONS" });
    const text = await page();
    expect(text).toContain('pettalk_http_requests_total{method="GET",route="/api/agents/:id",status="200"} 1');
    expect(text).toContain('pettalk_http_requests_total{method="GET",route="/api/agents/:id",status="404"} 1');
    expect(text).toContain('pettalk_http_requests_total{method="GET",route="unknown call",status="404"} 1');
    expect(text).toContain('pettalk_http_requests_total{method="other",route="page",status="405"} 1');
    expect(text).toContain('pettalk_http_request_duration_seconds_count{method="GET",route="/api/agents/:id"} 2');
    expect(text).not.toContain(stranger);
    expect(text).not.toContain(pet);
  });

  it("measure a reply: its first words, its length, and the model's part", async () => {
    model.behave(saying("Woof, what a day."));
    expect(await ask("How are you?")).toContain("complete");
    const text = await page();
    expect(text).toContain(
      'pettalk_stream_duration_seconds_count{route="/api/agents/:id/chat/stream",outcome="ended"} 1',
    );
    expect(text).toContain('pettalk_stream_first_content_seconds_count{route="/api/agents/:id/chat/stream"} 1');
    expect(text).toContain('pettalk_model_first_token_seconds_count{kind="openai"} 1');
    expect(text).toContain('pettalk_engine_calls_total{part="model",kind="openai",outcome="ok"} 1');
    expect(text).not.toContain("Woof");
  });

  it("tell how long a reply took to each of its stages, and the tokens by model and purpose", async () => {
    model.behave(saying("Woof, what a day."));
    await ask("What did you do?");
    const before = await page();
    const countOf = (text: string, stage: string) =>
      Number(new RegExp(`^pettalk_reply_stage_seconds_count\\{stage="${stage}"\\} (\\d+)$`, "m").exec(text)?.[1]);
    await ask("And then?");
    const after = await page();
    for (const stage of ["evidence", "prompt", "first words", "end"])
      expect(countOf(after, stage) - countOf(before, stage)).toBe(1);
    const read = (text: string) =>
      Number(
        /^pettalk_model_tokens_total\{model="gpt-4o-mini",purpose="chat",direction="read"\} (\d+)$/m.exec(text)?.[1],
      );
    expect(read(after) - read(before)).toBe(100);
    const admin = await app.admin();
    await admin.call(testEngine, { params: { engine: "model" } });
    expect(await page()).toContain(
      'pettalk_model_tokens_total{model="gpt-4o-mini",purpose="test",direction="read"} 100',
    );
  });

  it("tell how long somebody who spoke waits for each stage of the answer, and tell their browser too", async () => {
    model.behave(saying("Woof, what a day."));
    const file = new Blob([await recordingOf("opus.webm")], { type: "audio/webm" });
    await owner.call(transcribe, { body: { language: "en-US" }, file, filename: "recording.webm" });
    await ask("Who is a good dog?");
    await ask("Typed, so not counted.");
    const text = await page();
    for (const stage of ["final text", "question", "first token"])
      expect(text).toContain(`pettalk_spoken_turn_stage_seconds_count{stage="${stage}"} 1`);
    const timing = (await owner.fetch("/api/auth/me")).headers.get("server-timing");
    expect(timing).toMatch(/^final-text;dur=\d+\.\d, question;dur=\d+\.\d, first-token;dur=\d+\.\d$/);
    expect((await fetch(`${app.url}/api/auth/me`)).headers.get("server-timing")).toBeNull();
  });

  it("name the build, the age of the last backup, and the API's own page", async () => {
    expect(await page()).toMatch(/^pettalk_build_info\{version="\d+\.\d+\.\d+",commit="[^"]+",node="\d+\.[^"]+"\} 1$/m);
    expect(await page()).not.toMatch(/^pettalk_last_backup_age_seconds /m);
    await noteBackup(app.deps.pool);
    await fetch(`${app.url}/api/docs`);
    const text = await page();
    expect(text).toMatch(/^pettalk_last_backup_age_seconds \d/m);
    expect(text).toContain('pettalk_http_requests_total{method="GET",route="/api/docs",status="200"} 1');
  });

  it("are named by Prometheus' rules: a counter ends with _total, and nothing else does", async () => {
    const types = [...(await page()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    expect(types.length).toBeGreaterThan(30);
    const misnamed = types.filter(([, name = "", type]) => name.endsWith("_total") !== (type === "counter"));
    expect(misnamed.map(([line]) => line)).toEqual([]);
  });

  it("count an engine's failures by their kind", async () => {
    model.behave({ kind: "status", status: 401 });
    expect(await ask("And now?")).toContain("error");
    expect(await page()).toContain('pettalk_engine_calls_total{part="model",kind="openai",outcome="unauthorized"} 1');
  });

  it("show jobs, the database, its connections, the event loop and memory", async () => {
    await app.deps.pool.query(
      "select graphile_worker.add_job('nobody_does_this', '{}', job_key => 'gone', run_at => now() - interval '1 minute')",
    );
    const text = await page();
    expect(text).toContain('pettalk_jobs{task="nobody_does_this",state="waiting"} 1');
    expect(Number(/^pettalk_jobs_oldest_waiting_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(60);
    expect(text).toMatch(/^pettalk_database_up 1$/m);
    expect(text).toMatch(/^pettalk_database_connections\{state="waiting"\} 0$/m);
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(text).toContain("process_resident_memory_bytes");
    await app.deps.pool.query("select graphile_worker.remove_job('gone')");
    expect(await page()).not.toContain("nobody_does_this");
  });

  it("keep their names, types, labels, helps and buckets, which dashboards and alerts read", async () => {
    model.behave(saying("Woof, what a day."));
    const file = new Blob([await recordingOf("opus.webm")], { type: "audio/webm" });
    await owner.call(transcribe, { body: { language: "en-US" }, file, filename: "recording.webm" });
    await ask("Who is a good dog?");
    await noteBackup(app.deps.pool);
    await app.deps.pool.query(
      "select graphile_worker.add_job('nobody_does_that', '{}', run_at => now() + interval '1 day')",
    );
    const listed = await readFile(new URL("../../../tests/fixtures/metrics.txt", import.meta.url), "utf8");
    // Garbage is collected now and then, and requests of the system under way are rarely seen.
    await expect.poll(async () => metricsIn(await page())).toEqual(listed.trim().split("\n"));
  });
});

describe("without a token", () => {
  it("there is no such page, whatever address a visitor claims", async () => {
    const without = await startTestApp({ env: { TRUST_PROXY: "true" } });
    const response = await fetch(`${without.url}/metrics`, { headers: { "X-Forwarded-For": "127.0.0.1" } });
    await without.stop();
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("pettalk_");
  });
});
