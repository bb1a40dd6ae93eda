import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { createRateLimiter } from "#server/platform/http/rate-limit.ts";
import { createClock } from "#server/platform/observe/clock.ts";
import { createMicrophones } from "#server/voice/listening/microphones.ts";
import { createRecordingReader } from "#server/voice/listening/recording/read-recording.ts";
import { me } from "#shared/api/auth.ts";
import { closings } from "#shared/api/listen.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { openLiveMicrophone } from "#tests/support/live-microphone.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { createUsageMeter } from "../usage/service.ts";

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
});
afterAll(() => app.stop());

const speaker = {
  ...{ id: "", username: "robin", email: "", phone: null, firstName: "", lastName: "", address: null },
  ...{ isDefaultPassword: false, isActive: true, createdAt: new Date(), roles: [], permissions: [], timeZone: null },
};

it("a microphone ends whose session ended after it was read, and before the microphone was open [T135]", async () => {
  const { db, pool, log, instances } = app.deps;
  const microphones = createMicrophones({
    ...{ db, log, instances, scale: 1, reader: createRecordingReader(), usage: createUsageMeter({ db, log }) },
    limiter: createRateLimiter({ pool, log, scale: 1, secret: "a secret of the test" }),
    recognizer: { engine: { kind: "openai", name: "played" }, inPauses: true, recognize: async () => "" },
    clock: createClock(),
    admitToPet: () => undefined,
  });
  const { user } = await owner.call(me, {});
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (webSocket) =>
    microphones.open(webSocket, { user: { ...speaker, id: user.id }, ip: undefined, sid: randomUUID() }),
  );
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const microphone = await openLiveMicrophone(`http://127.0.0.1:${port}`, owner);
  expect(await microphone.closed).toEqual(closings.sessionEnded);
  server.close();
});
