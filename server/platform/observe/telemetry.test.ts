import pg from "pg";
import { expect, it, vi } from "vitest";
import { readEnv, secretsOf } from "../env.ts";
import { createLog } from "./log.ts";
import { startTelemetry } from "./telemetry.ts";

const loaded = vi.hoisted(() => new Set<string>());
vi.mock("@opentelemetry/sdk-metrics", async (load) => {
  loaded.add("metrics");
  return load();
});
vi.mock("@opentelemetry/sdk-trace-base", async (load) => {
  loaded.add("traces");
  return load();
});
const pool = new pg.Pool();
const log = createLog("silent");

it.each(["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"])(
  "names %s, but never its value, where it is wrong",
  (name) => {
    expect(() => readEnv({ [name]: "x-key=100%-secret" })).toThrow(`${name} holds a value that is not shown`);
  },
);

it("loads what makes metrics and traces only where somebody wants to know", async () => {
  expect((await startTelemetry(readEnv({}), log, pool)).requests).toBeNull();
  expect((await startTelemetry(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: " " }), log, pool)).requests).toBeNull();
  expect([...loaded]).toEqual([]);
  const traced = await startTelemetry(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }), log, pool);
  expect(traced).toMatchObject({ requests: expect.any(Function), metricsPage: null });
  expect([...loaded]).toEqual(["traces"]);
  await traced.close();
});

it("hides the collector's headers, whole and each value, and the password of its address", () => {
  const secrets = secretsOf(
    readEnv({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://me:pass-word-1@collector.example.com",
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=abc-123-def, authorization=Basic%20YWJj",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-key=for%20traces-456",
    }),
  );
  expect(secrets).toEqual(
    expect.arrayContaining([
      "x-key=abc-123-def, authorization=Basic%20YWJj",
      "abc-123-def",
      "Basic YWJj",
      "pass-word-1",
      "x-key=for%20traces-456",
      "for traces-456",
    ]),
  );
});
