import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type Connection, connect } from "../db/client.ts";
import { createLog } from "../log.ts";
import { badRequest } from "./errors.ts";
import { createRateLimiter } from "./rate-limit.ts";

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
/** One server process: 120 sign-ins a minute and address, times the scale. */
const startProcess = ({ pool = connection.pool, scale = 0.025 } = {}) =>
  createRateLimiter({ pool, log, scale, secret: "a secret of the test" });
const visitor = { ip: "203.0.113.9" };
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
      const limiter = startProcess({ scale: 0.001 });
      await limiter.count("login", visitor);
      expect(await outcome(limiter.count("login", visitor))).toMatchObject(refused);
      await limiter.count("login", { ip: "203.0.113.10" });
    } finally {
      await blocker.query("rollback");
      blocker.release();
    }
  });
});
