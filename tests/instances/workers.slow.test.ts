import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login, logout } from "#shared/api/auth.ts";
import { closings } from "#shared/api/listen.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { PASSWORD } from "../support/first-start.ts";
import { failProcess, failsWhenTold, type Instance, startInstance } from "../support/instance.ts";
import { openLiveMicrophone } from "../support/live-microphone.ts";
import { exchange } from "../support/raw-http.ts";
import { TEST_TIMEOUT_MS } from "../support/timeouts.ts";
import { type Visitor, visit } from "../support/visitor.ts";

const METRICS_TOKEN = "metrics-token-of-the-workers-0123456789";

let database: TestDatabase;
let dataDir: string;
let server: Instance;
let admin: Visitor;
const variables = () => ({
  DATABASE_URL: database.url,
  ADMIN_PASSWORD: PASSWORD,
  WORKERS: "2",
  METRICS_TOKEN,
  // Nobody is there: no test asks it anything.
  OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
  LOG_LEVEL: "debug",
  ...failsWhenTold(),
});

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "pet-talk-workers-"));
  server = await startInstance(dataDir, variables());
  admin = visit(server.url);
  await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A worker that is started is waited for as long as the first one is. */
const wholeStart = { timeout: TEST_TIMEOUT_MS };

/** How often `askUntil` has asked. */
let asked = 0;

/** Asks until `isEnough`, each time over a connection of its own: they go to the workers in turn. */
async function askUntil(isEnough: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      const { status } = await admin.fetch("/api/auth/me", { headers: { Connection: "close" } });
      asked++;
      expect(status).toBe(200);
      return isEnough();
    }, wholeStart)
    .toBe(true);
}

/** The workers that have answered a request, by what they logged. */
function answered(): number[] {
  const lines = server.log.map((line): { worker?: number; route?: string } => JSON.parse(line));
  return [
    ...new Set(lines.flatMap(({ worker, route }) => (route === undefined || worker === undefined ? [] : [worker]))),
  ];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("two workers on one port", () => {
  it("answer in turn, and know the same sessions", async () => {
    await askUntil(() => answered().length === 2);
    expect(answered().every(isAlive)).toBe(true);
  });

  it("have their figures summed up, and what all processes share only once", async () => {
    const figures = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
      return response.text();
    };
    const count = 'pettalk_http_requests_total{method="GET",route="/api/auth/me",status="200"}';
    await expect.poll(figures).toContain(`${count} ${asked}\n`);
    expect((await figures()).match(/^pettalk_database_up .*/gm)).toEqual(["pettalk_database_up 1"]);
  });

  it("are two again after one was killed, and people stay signed in", async () => {
    const [killed = 0] = answered();
    process.kill(killed, "SIGKILL");
    await askUntil(() => answered().length === 3);
    expect(answered().filter(isAlive)).toHaveLength(2);
    await expect.poll(() => server.log.join("")).toContain("a worker died, and is replaced");
  });

  it("live through an upgrade behind an unfinished request [T139]", async () => {
    const { host, port } = new URL(server.url);
    const living = answered().filter(isAlive);
    const upgrade = (protocol: string) =>
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
    const first = `GET /readyz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    for (const protocol of ["websocket", "h2c", "websocket", "h2c"])
      await exchange(
        Number(port),
        first + upgrade(protocol) + first.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
      );
    await askUntil(() => living.every(isAlive));
    expect(answered().filter(isAlive).toSorted()).toEqual(living.toSorted());
  });

  it("are two again at once where an error that nobody caught ends one, and its requests end [T139]", async () => {
    const before = answered();
    const [failing = 0] = before.filter(isAlive);
    failProcess(failing);
    await askUntil(() => answered().some((worker) => !before.includes(worker)));
    await expect.poll(() => isAlive(failing)).toBe(false);
    const log = server.log.join("\n");
    expect(log).toContain("an error that nobody caught: this process ends");
    expect(log.match(new RegExp(`"worker":${failing}.*is replaced`, "g"))).toHaveLength(1);
  });

  it("end open microphones with their session, whichever has them [T135]", async () => {
    const speaker = visit(server.url);
    await speaker.call(login, { body: { username: "administrator", password: PASSWORD } });
    const microphones = [1, 2, 3, 4].map(() => openLiveMicrophone(server.url, speaker));
    for (const microphone of microphones) await (await microphone).next("ready");
    await speaker.call(logout, {});
    for (const microphone of microphones) expect(await (await microphone).closed).toEqual(closings.sessionEnded);
  });

  it("end with the process that keeps them", async () => {
    expect(await server.stop()).toBe(0);
    expect(answered().filter(isAlive)).toEqual([]);
  });

  it("say once why they can't start", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const PORT = String(typeof address === "object" ? address?.port : "");
    const refused = startInstance(dataDir, { ...variables(), PORT });
    await expect(refused).rejects.toThrow(`ended with 1:\nPort ${PORT} of 127.0.0.1 is taken`);
    await new Promise((resolve) => other.close(resolve));
  });
});
