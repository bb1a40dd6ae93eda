import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable, retryWhileUnavailable } from "./failures.ts";

const failure = (code: string, message = "no") => Object.assign(new Error(message), { code });
const within = (cause: Error) => new Error("Failed query", { cause });

describe("an error of the database", () => {
  it.each([
    ["no connection", failure("ECONNREFUSED")],
    ["no more connections", failure("53300")],
    ["a shutdown", within(failure("57P01"))],
    ["a start", failure("57P03")],
    ["a statement past its limit", within(failure("57014"))],
    ["a deadlock", failure("40P01")],
    ["no free connection", new Error("timeout exceeded when trying to connect")],
    ["a broken connection", within(new Error("Connection terminated unexpectedly"))],
    ["silence", new Error("Query read timeout")],
  ])("says that it can't do its work just now: %s", (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ["a row that is there already", failure("23505")],
    ["a wrong statement", failure("42601")],
    ["an error of ours", new Error("no")],
    ["nothing", undefined],
  ])("says nothing of that: %s", (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe("what must not be lost", () => {
  it("is done again while the database is away", async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw failure("ECONNREFUSED");
      return "stored";
    };
    expect(await retryWhileUnavailable(work)).toBe("stored");
    expect(tries).toBe(3);
  });

  it("is given up in the end, with the database's own error", async () => {
    await expect(retryWhileUnavailable(() => Promise.reject(failure("ECONNREFUSED", "away")), 200)).rejects.toThrow(
      "away",
    );
  });

  it("is not done again where it is refused", async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(failure("23505", "twice"));
    };
    await expect(retryWhileUnavailable(work)).rejects.toThrow("twice");
    expect(tries).toBe(1);
  });
});
