import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type Caller, type Extent, type Findings, fuzz } from "./fuzz.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { watchStandstill } from "./watchdog.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How much, where it is not the usual (tests/fuzz/run.ts). */
    fuzz?: Extent;
  }
}

/** Some seconds on a machine that has nothing else to do; minutes on one that is busy. */
const usual: Extent = { cases: 4, seed: 2026 };
const FUZZ_TIMEOUT_MS = 15 * 60 * 1000;

const extent = inject("fuzz") ?? usual;
const errors: { request?: string; req?: { path?: string } }[] = [];
const strays: unknown[] = [];
const stray = (reason: unknown) => void strays.push(reason);

const watchdog = watchStandstill();
let app: TestApp;
let operations: Operation[];
beforeAll(async () => {
  process.on("unhandledRejection", stray);
  app = await startTestApp({
    env: { LOG_LEVEL: "error", RATE_LIMIT_SCALE: "1000000", PROCESSING_TIMEOUT_S: "20" },
    logTo: { write: (line) => void errors.push(JSON.parse(line)) },
  });
  operations = operationsOf(await (await app.visitor().fetch("/api/openapi.json")).json());
}, FUZZ_TIMEOUT_MS);
afterAll(async () => {
  await app.stop();
  process.off("unhandledRejection", stray);
  await watchdog.stop();
}, FUZZ_TIMEOUT_MS);

const callers: Caller[] = ["a visitor", "an owner", "an administrator"];

/** How many requests, which answers, and the calls that took longest. */
function summary({ sent, statuses, slowest }: Findings): string {
  const tally = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  const last = [...slowest].sort(([, one], [, other]) => other - one).slice(0, 8);
  return [`${sent} requests`, tally.join(", "), ...last.map(([name, took]) => `${took} ms ${name}`)].join("\n  ");
}

describe("whatever is sent to any call", () => {
  it.each(callers)(
    "by %s is answered as documented or refused with a sentence, and never a fault of ours [T102]",
    async (caller) => {
      const findings = await fuzz(app, operations, caller, extent, watchdog);
      const logged = errors.splice(0).filter(({ request }) => request === undefined || !findings.excused.has(request));
      if (inject("fuzz") !== undefined) process.stderr.write(`${caller}: ${summary(findings)}\n`);
      expect(findings.faults.join("\n\n")).toBe("");
      expect(logged).toEqual([]);
      expect(strays).toEqual([]);
      expect((await app.visitor().fetch("/api/config")).status).toBe(200);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    FUZZ_TIMEOUT_MS,
  );
});
