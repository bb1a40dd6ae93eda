import { expect, it, vi } from "vitest";
import { readEnv, secretsOf } from "../env.ts";
import { createLog } from "./log.ts";
import { startTracing } from "./start-tracing.ts";

const loaded = vi.hoisted(() => new Set<string>());
vi.mock("@opentelemetry/api", async (load) => {
  loaded.add("api");
  return load();
});
vi.mock("@opentelemetry/sdk-trace-base", async (load) => {
  loaded.add("sdk");
  return load();
});
const log = createLog("silent");

it.each(["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"])(
  "names %s, but never its value, where it is wrong",
  (name) => {
    expect(() => readEnv({ [name]: "x-key=100%-secret" })).toThrow(`${name} holds a value that is not shown`);
  },
);

it("loads nothing of OpenTelemetry where no collector is set", async () => {
  expect(await startTracing(readEnv({}), log)).toBeNull();
  expect(await startTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: " " }), log)).toBeNull();
  expect([...loaded]).toEqual([]);
  const tracing = await startTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }), log);
  expect([...loaded].toSorted()).toEqual(["api", "sdk"]);
  await tracing?.close();
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
