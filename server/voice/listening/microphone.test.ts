import { once } from "node:events";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { connect } from "#server/platform/db/client.ts";
import { createRateLimiter } from "#server/platform/http/rate-limit.ts";
import { createClock } from "#server/platform/observe/clock.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { closings } from "#shared/api/listen.ts";
import { limits } from "#shared/limits.ts";
import { webSocketPair } from "#tests/support/web-socket-pair.ts";
import { openMicrophone } from "./microphone.ts";
import type { RecognitionMeter } from "./transcribe.ts";

/** Real sockets, and a clock that the test moves. No turn begins, and so no database is asked. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const log = createLog("silent");
const { db, pool, close } = connect("postgres://127.0.0.1:9/nowhere", { max: 1, log: () => undefined });
afterAll(close);

const user = {
  ...{ id: "somebody", username: "robin", email: "", phone: null, firstName: "", lastName: "", address: null },
  ...{ isDefaultPassword: false, isActive: true, createdAt: new Date(), roles: [], permissions: [], timeZone: null },
};

/** No turn comes so far that it counts anything. */
const noMeter: RecognitionMeter = {
  add: async () => undefined,
  spend: (_user, _amount, work) => work(),
  require: async () => undefined,
};

async function opened() {
  const [ours, theirs] = await webSocketPair();
  const deps = {
    ...{ db, log, usage: noMeter },
    reader: { read: () => Promise.reject(new Error("not asked")), prepare: () => undefined },
    limiter: createRateLimiter({ pool, log, scale: 1, secret: "a secret of the test" }),
    recognizer: { engine: { kind: "openai" as const, name: "played" }, inPauses: true, recognize: async () => "" },
    clock: createClock(),
    admitToPet: () => undefined,
  };
  const closed = once(theirs, "close").then(([code, reason]) => ({ code, reason: String(reason) }));
  openMicrophone(deps, ours, { user, ip: undefined, sid: "a session" });
  const says = async () => {
    const heard = once(ours, "message");
    theirs.send(JSON.stringify({ type: "cancel", turn: 0 }));
    await heard;
  };
  return { ours, closed, says };
}

const { idleSeconds, openSeconds } = limits.listening;
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

it("a microphone is closed after five minutes without a word, and each word begins them anew [T135]", async () => {
  const { ours, closed, says } = await opened();
  for (let word = 0; word < 3; word += 1) {
    pass(idleSeconds - 1);
    await says();
  }
  pass(idleSeconds - 1);
  expect(ours.readyState).toBe(WebSocket.OPEN);
  pass(1);
  expect(await closed).toEqual(closings.idle);
});

it("a microphone is closed after four hours, however much is said [T135]", async () => {
  const { ours, closed, says } = await opened();
  for (let passed = 0; passed < openSeconds - 240; passed += 240) {
    pass(240);
    await says();
  }
  pass(239);
  expect(ours.readyState).toBe(WebSocket.OPEN);
  pass(1);
  expect(await closed).toEqual(closings.idle);
});

it("a microphone that is closed leaves no clock behind", async () => {
  const { ours, closed } = await opened();
  ours.close();
  await closed;
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});
