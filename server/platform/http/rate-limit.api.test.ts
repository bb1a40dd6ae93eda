import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type Connection, connect } from "../db/client.ts";
import { createLog } from "../observe/log.ts";
import { badRequest } from "./errors.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts";
import { type RateLimit, rateLimits } from "./rate-limits.ts";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 5, log: () => {} });
});
beforeEach(async () => {
  await connection.pool.query("delete from rate_limits");
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const log = createLog("silent");
/** One server process: 120 sign-ins a minute and address, times the scale. A slow database is waited for. */
const startProcess = ({ pool = connection.pool, scale = 0.025, storeTimeoutMs = 60_000 } = {}) =>
  createRateLimiter({ pool, log, scale, storeTimeoutMs, secret: "a secret of the test" });
const visitor = { ip: "203.0.113.9" };
const nobody = {
  ...{ id: "", username: "robin", email: "", phone: null, firstName: "", lastName: "", address: null },
  ...{ isDefaultPassword: false, isActive: true, createdAt: new Date(), roles: [], permissions: [], timeZone: null },
};
const refused = { status: 429, code: "rate_limited" };
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe("a rate limit", () => {
  it("is shared by all processes", async () => {
    const [first, second] = [startProcess(), startProcess()];
    await first.count("login", visitor);
    await second.count("login", visitor);
    await first.count("login", visitor);
    expect(await outcome(second.count("login", visitor))).toMatchObject(refused);
    expect(await outcome(first.count("login", visitor))).toMatchObject(refused);
  });

  it("begins anew once its time is over", async () => {
    const limiter = startProcess({ scale: 0.001 });
    await limiter.count("login", visitor);
    await connection.pool.query("update rate_limits set expire = $1", [Date.now() - 1]);
    await limiter.count("login", visitor);
    expect(await outcome(limiter.count("login", visitor))).toMatchObject(refused);
  });

  it("lets at least one call pass, however small the scale", async () => {
    await startProcess({ scale: 0.000_001 }).count("login", visitor);
  });

  it("leaves no counter behind that has run out", async () => {
    const limiter = startProcess();
    await limiter.count("login", visitor);
    await limiter.count("login", { ip: "203.0.113.10" });
    await connection.pool.query(
      "update rate_limits set expire = $1 where key = (select key from rate_limits limit 1)",
      [Date.now() - 1],
    );
    await limiter.clean();
    const { rows } = await connection.pool.query("select expire from rate_limits");
    expect(rows).toHaveLength(1);
    expect(Number(rows[0].expire)).toBeGreaterThan(Date.now());
  });

  it.each([
    [10, "10 seconds"],
    [90, "90 seconds"],
    [91, "2 minutes"],
    [5_400, "90 minutes"],
    [5_401, "2 hours"],
  ])("that opens in %i seconds says %s", async (seconds, words) => {
    const [first, second] = [startProcess({ scale: 0.001 }), startProcess({ scale: 0.001 })];
    await first.count("login", visitor);
    await connection.pool.query("update rate_limits set expire = $1", [Date.now() + seconds * 1000 - 500]);
    expect(await outcome(second.count("login", visitor))).toMatchObject({
      extra: { retryAfter: seconds },
      message: `Too many sign-in attempts. Please wait ${words} and try again.`,
    });
  });
});

describe("a limit that is counted in memory and written behind", () => {
  /** 10 chats a minute and account, one of which may pass before a process writes. */
  const scale = 1 / 3;
  const LIMIT = 10;
  const account = (id: string) => ({ ...visitor, user: { ...nobody, id } });
  const admittedBy = async (limiter: RateLimiter, id: string, calls: number) => {
    const outcomes = await Promise.all(
      Array.from({ length: calls }, () => outcome(limiter.count("chat", account(id)))),
    );
    return outcomes.filter((refusal) => refusal === undefined).length;
  };

  it("holds exactly for one process, also for many calls at once", async () => {
    expect(await admittedBy(startProcess({ scale }), "one", 30)).toBe(LIMIT);
  });

  it("lets at most a tenth more pass for each process, and then nothing [T116]", async () => {
    const processes = Array.from({ length: 4 }, () => startProcess({ scale }));
    const bursts = await Promise.all(processes.map((each) => admittedBy(each, "burst", 30)));
    const all = bursts.reduce((sum, each) => sum + each, 0);
    expect(all).toBeGreaterThanOrEqual(LIMIT);
    expect(all).toBeLessThan(LIMIT + processes.length);
    for (const each of processes) expect(await admittedBy(each, "burst", 3)).toBe(0);
  });

  it("lets at most a tenth pass in a process that has just begun", async () => {
    await admittedBy(startProcess({ scale }), "restart", LIMIT);
    const second = startProcess({ scale });
    expect(await admittedBy(second, "restart", 1)).toBe(1);
    expect(await admittedBy(second, "restart", 5)).toBe(0);
  });

  it("begins anew once its time is over", async () => {
    const limiter = startProcess({ scale });
    expect(await admittedBy(limiter, "later", 30)).toBe(LIMIT);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      expect(await admittedBy(limiter, "later", 30)).toBe(LIMIT);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is written for the others within moments, without another call", async () => {
    await startProcess({ scale }).count("help", account("quiet"));
    const ofHelp = "select sum(points) from rate_limits where key like 'help:%'";
    const written = async () => (await connection.pool.query(ofHelp)).rows[0]?.sum;
    // Of a minute and a day for the account, of a minute for the address.
    await expect.poll(written, { timeout: 10_000 }).toBe("3");
  });

  it("holds, and keeps nobody waiting, while the database is away [T116]", async () => {
    const away = connect("postgres://nobody@127.0.0.1:1/none", { max: 2, log: () => {} });
    try {
      expect(await admittedBy(startProcess({ pool: away.pool, scale }), "away", 30)).toBe(LIMIT);
    } finally {
      await away.close();
    }
  });

  it("is never one of those that guard a secret, or that visitors use [T116]", () => {
    const quick = Object.entries<RateLimit>(rateLimits).filter(([, { isQuick }]) => isQuick);
    expect(quick.map(([name]) => name)).toEqual([
      ...["sessions", "chat", "speech", "transcription", "turns", "noise", "pauses", "listening", "help"],
      ...["diary", "search"],
    ]);
    for (const [name, { perAccount }] of quick) expect(perAccount, name).toBeDefined();
  });
});

describe("a guess", () => {
  it("that fails for another reason than the secret is not counted", async () => {
    const limiter = startProcess({ scale: 0.2 });
    const failing = (error: Error) => outcome(limiter.guess("signIn", visitor, "robin", () => Promise.reject(error)));
    for (let round = 0; round < 3; round++) expect(await failing(new Error("away"))).toMatchObject({ message: "away" });
    expect(await failing(badRequest("wrong"))).toMatchObject({ status: 400 });
    expect(await failing(badRequest("wrong"))).toMatchObject(refused);
  });

  it("that is refused is not made", async () => {
    const limiter = startProcess({ scale: 0.001 });
    let made = 0;
    const wrong = async () => {
      made += 1;
      throw badRequest("wrong");
    };
    await outcome(limiter.guess("signIn", visitor, "robin", wrong));
    await outcome(limiter.guess("signIn", visitor, "robin", wrong));
    expect(made).toBe(1);
  });
});

describe("with a database that is not there", () => {
  it("limits hold all the same, and lock nobody else out [T116]", async () => {
    const away = connect("postgres://nobody@127.0.0.1:1/none", { max: 2, log: () => {} });
    try {
      const limiter = startProcess({ pool: away.pool });
      for (let round = 0; round < 3; round++) await limiter.count("login", visitor);
      expect(await outcome(limiter.count("login", visitor))).toMatchObject(refused);
      await limiter.count("login", { ip: "203.0.113.10" });
      await limiter.clean();
    } finally {
      await away.close();
    }
  });
});

describe("with a database that does not answer", () => {
  it("limits hold all the same, and nobody waits for it [T116]", async () => {
    const blocker = await connection.pool.connect();
    await blocker.query("begin; lock table rate_limits in access exclusive mode");
    try {
      const limiter = startProcess({ scale: 0.001, storeTimeoutMs: 100 });
      await limiter.count("login", visitor);
      expect(await outcome(limiter.count("login", visitor))).toMatchObject(refused);
      await limiter.count("login", { ip: "203.0.113.10" });
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
  });
});
