import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deleteAgent } from "#shared/api/agents.ts";
import { chatStream } from "#shared/api/chat.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type CollectorServer, type SentSpan, startCollectorServer } from "#tests/support/collector-server.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const KEY = "key-of-this-collector-0123";
let model: OpenAiServer;
let collector: CollectorServer;
let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  vi.stubEnv("OTEL_SERVICE_NAME", "pets-of-this-test");
  model = await startOpenAiServer();
  collector = await startCollectorServer();
  app = await startTestApp({ env: tracedTo(collector.url) });
  owner = await app.owner();
  pet = await newPet(owner, "Zanzibar");
});
afterAll(async () => {
  await app.stop();
  await collector.stop();
  await model.stop();
  vi.unstubAllEnvs();
});

const tracedTo = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=of-something-else,x-tenant=pets",
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-collector-key=${KEY}`,
  OPENAI_BASE_URL: model.url,
  TRUST_PROXY: "false",
});
async function ask(by: Visitor, id: string, message: string): Promise<string[]> {
  const events: string[] = [];
  for await (const { type } of by.stream(chatStream, { params: { id }, body: { message } })) events.push(type);
  return events;
}
const found = (name: string) => collector.spans.find((span) => span.name === name);
async function come(name: string): Promise<SentSpan> {
  await expect.poll(() => found(name)).toBeDefined();
  return collector.spans.find((span) => span.name === name) ?? expect.fail(name);
}
const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe("traces", () => {
  it("have a span of each request, with the stages of its reply and the model's call below it", async () => {
    model.behave(saying("Woof, what a marmalade day."));
    expect(await ask(owner, pet, "Do you like xylophones?")).toContain("complete");
    const request = await come("POST /api/agents/:id/chat/stream");
    expect(attributesOf(request)).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/api/agents/:id/chat/stream",
      "http.response.status_code": 200,
      "pettalk.request_id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const name of ["reply: evidence", "reply: prompt", "reply: first words", "reply: end", "model"])
      expect(await come(name)).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
    expect(attributesOf(await come("model"))).toEqual({
      "pettalk.engine.part": "model",
      "pettalk.engine.kind": "openai",
      "pettalk.outcome": "ok",
    });
  });

  it("hold nothing of what people say, their names, or ids of pets", async () => {
    const all = collector.bodies.join("\n");
    expect(all).toContain("/api/agents/:id/chat/stream");
    for (const word of ["xylophones", "marmalade", "Zanzibar", pet, model.url, KEY]) expect(all).not.toContain(word);
  });

  it("are sent with the collector's headers, under the name that OTEL_SERVICE_NAME gives", () => {
    expect(collector.headers).toMatchObject({ "x-collector-key": KEY, "x-tenant": "pets" });
    expect(collector.bodies[0]).toContain('"pets-of-this-test"');
  });

  it("show jobs by kind and attempt", async () => {
    await owner.call(deleteAgent, { params: { id: pet } });
    expect(attributesOf(await come("job delete_files"))).toEqual({
      "pettalk.job.kind": "delete_files",
      "pettalk.job.attempt": 1,
    });
  });

  it("go on from a trusted proxy's, and never from a visitor's", async () => {
    const headers = { traceparent: TRACEPARENT };
    await fetch(`${app.url}/healthz`, { headers });
    expect((await come("GET /healthz")).traceId).not.toBe(TRACE);
    const behindProxy = await startTestApp({ env: { ...tracedTo(collector.url), TRUST_PROXY: "loopback" } });
    try {
      await fetch(`${behindProxy.url}/readyz`, { headers });
      expect(await come("GET /readyz")).toMatchObject({ traceId: TRACE, parentSpanId: "b7ad6b7169203331" });
    } finally {
      await behindProxy.stop();
    }
  });

  it("that are left are sent when the process stops", async () => {
    vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "600000");
    const stopped = await startTestApp({ env: tracedTo(collector.url) });
    await fetch(`${stopped.url}/api/docs`);
    await stopped.stop();
    vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
    expect(found("GET /api/docs")).toBeDefined();
  });
});

describe("a collector that is away", () => {
  it("keeps nobody from a reply, and is one line in the log, without the key", async () => {
    const lines: string[] = [];
    const gone = await startCollectorServer();
    await gone.stop();
    // A port where nobody listens; no second try.
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
    const env = { ...tracedTo(gone.url), LOG_LEVEL: "warn" };
    const without = await startTestApp({ env, logTo: { write: (line) => void lines.push(line) } });
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", undefined);
    const failures = () => lines.filter((line) => line.includes("traces could not be sent"));
    try {
      const asker = await without.owner();
      const id = await newPet(asker);
      model.behave(saying("Woof."));
      expect(await ask(asker, id, "How are you?")).toContain("complete");
      await expect.poll(failures).toHaveLength(1);
      expect(await ask(asker, id, "And now?")).toContain("complete");
    } finally {
      await without.stop();
    }
    expect(failures()).toHaveLength(1);
    expect(lines.join()).not.toContain(KEY);
  });
});
