import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { microphonesAtOnce, rateLimits } from "#server/platform/http/rate-limits.ts";
import { createAgent } from "#shared/api/agents.ts";
import { closings } from "#shared/api/listen.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type LiveMicrophone, openLiveMicrophone, RefusedHandshake } from "#tests/support/live-microphone.ts";

/** With limits as they are in the product; nobody recognizes anything here. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_SCALE: "1", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } });
});
afterAll(() => app.stop());

/** `open`, the code with which it was closed, or the status with which it was refused. */
async function outcomeOf(attempt: Promise<LiveMicrophone>): Promise<string | number> {
  const opened = await attempt.catch((error: unknown) => error);
  if (opened instanceof RefusedHandshake) return opened.status;
  if (!(opened instanceof Object && "next" in opened)) throw new Error("It was not answered.", { cause: opened });
  const microphone = await attempt;
  onTestFinished(() => microphone.vanish());
  return microphone.next("ready").then(
    () => "open",
    async () => (await microphone.closed).code,
  );
}

const countOf = (outcomes: readonly unknown[], outcome: unknown) => outcomes.filter((each) => each === outcome).length;

it("a thousand microphones are refused but for a few, and the server stays alive [T135]", async () => {
  const owner = await app.owner();
  const stranger = app.visitor();
  const outcomes: (string | number)[] = [];
  for (let round = 0; round < 20; round += 1) {
    const attempts = Array.from({ length: 50 }, (_, index) =>
      outcomeOf(openLiveMicrophone(app.url, round % 2 === 0 && index < 25 ? owner : stranger)),
    );
    outcomes.push(...(await Promise.all(attempts)));
  }
  const { perAccount } = rateLimits.listening;
  expect(countOf(outcomes, "open")).toBe(microphonesAtOnce.perAccount);
  const [tooMany, tooOften] = [countOf(outcomes, closings.tooMany.code), countOf(outcomes, 429)];
  // A slow machine may take more than the limit's one minute.
  expect(tooMany).toBeGreaterThanOrEqual(perAccount[0].points - microphonesAtOnce.perAccount);
  expect(tooOften).toBeGreaterThan(0);
  expect(tooMany + tooOften).toBe(250 - microphonesAtOnce.perAccount);
  expect(countOf(outcomes, 401)).toBe(750);
  expect((await owner.fetch("/healthz")).status).toBe(200);
});

/** A microphone of somebody with a pet, where limits are a tenth of the product's. */
async function openLimited() {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: "0.1", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } });
  onTestFinished(() => limited.stop());
  const owner = await limited.owner();
  const { id: agentId } = await owner.call(createAgent, { body: { name: "Biscuit" } });
  const microphone = await openLiveMicrophone(limited.url, owner);
  const start = (turn: number) => microphone.send({ type: "start", turn, agentId, language: "en-US" });
  return { microphone, start };
}

it("turns that are over are counted as recordings are, those that are called off are not [T116] [T135]", async () => {
  const { microphone, start } = await openLimited();
  for (let turn = 0; turn < 6; turn += 1) {
    start(turn);
    microphone.send({ type: "cancel", turn });
  }
  const most = rateLimits.transcription.perAccount[0].points / 10;
  for (let turn = 10; turn < 10 + most; turn += 1) {
    start(turn);
    microphone.send({ type: "end", turn });
    expect(await microphone.next("nothing")).toMatchObject({ turn });
  }
  start(20);
  microphone.send({ type: "end", turn: 20 });
  expect(await microphone.next("failed")).toMatchObject({
    turn: 20,
    code: "rate_limited",
    error: expect.stringMatching(/^Too many recordings at once\. Please wait/),
  });
});

it("turns that are called off have a limit too [T116] [T135]", async () => {
  const { microphone, start } = await openLimited();
  for (let turn = 0; turn < 40; turn += 1) start(turn);
  expect(await microphone.next("failed")).toMatchObject({
    turn: 39,
    code: "rate_limited",
    error: expect.stringMatching(/^Too many sounds were heard at once\. Please wait/),
  });
});

it("a microphone is closed where nobody can turn speech into text, so that the browser's own may be used", async () => {
  const silent = await startTestApp();
  onTestFinished(() => silent.stop());
  const microphone = await openLiveMicrophone(silent.url, await silent.owner());
  expect(await microphone.closed).toEqual(closings.noRecognizer);
  expect(microphone.events).toEqual([]);
});
