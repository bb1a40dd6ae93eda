import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createLog, duringRequest } from "./log.ts";

function capture(secrets: string[] = []) {
  const lines: string[] = [];
  const log = createLog("trace", { secrets, to: { write: (line: string) => void lines.push(line) } });
  return { log, text: () => lines.join(""), last: () => JSON.parse(lines.at(-1) ?? "null") };
}

describe("the log", () => {
  it("ends with its process once, however many there are of it", () => {
    createLog("silent");
    const before = process.listenerCount("exit");
    for (let count = 0; count < 3; count++) createLog("silent");
    expect(process.listenerCount("exit")).toBe(before);
  });

  it("says of a failed query which it was, and none of its parameters [T118]", () => {
    const { log, text, last } = capture();
    const cause = new pg.DatabaseError('invalid input syntax for type uuid: "what Robin typed"', 0, "error");
    cause.severity = "ERROR";
    cause.code = "22P02";
    cause.detail = "Failing row contains (what Robin typed).";
    log.error(
      { err: new DrizzleQueryError("select 'literal' from users where id = $1", ["what Robin typed"], cause) },
      "failed",
    );
    expect(last().err).toMatchObject({
      message: "Failed query: select '…' from users where id = $1",
      cause: { code: "22P02", message: "invalid input syntax for type uuid: …" },
    });
    expect(text()).not.toContain("Robin");
    expect(text()).not.toContain("literal");
  });

  it("says of what another side complained only its kind", () => {
    const { log, text, last } = capture();
    const complaint = Object.assign(new Error("your prompt 'what Robin typed' is too long"), {
      status: 400,
      headers: { a: "b" },
    });
    log.warn({ err: new Error("the model failed", { cause: complaint }) }, "failed");
    expect(last().err).toMatchObject({ message: "the model failed", cause: { type: "Error", status: 400 } });
    expect(text()).not.toContain("Robin");
  });

  it("does not quote JSON that could not be read", () => {
    const { log, text } = capture();
    try {
      JSON.parse('{"said": what Robin typed}');
    } catch (err) {
      log.error({ err }, "failed");
    }
    expect(text()).toContain("SyntaxError");
    expect(text()).not.toContain("Robin");
  });

  it("keeps where an error comes from", () => {
    const { log, last } = capture();
    log.error({ err: Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }) }, "failed");
    expect(last().err).toMatchObject({ type: "Error", message: "no such file", code: "ENOENT" });
    expect(last().err.stack).toContain("log.test.ts");
  });

  it("hides configured secrets in whatever spelling they come [T118]", () => {
    const { log, text } = capture(['key+with"quote/and=more', "short"]);
    log.info(
      { url: `https://example.com/?key=${encodeURIComponent('key+with"quote/and=more')}` },
      'key+with"quote/and=more is short',
    );
    expect(text()).not.toContain("and=more");
    expect(text()).not.toContain("and%3Dmore");
    expect(text().match(/\[secret\]/g)).toHaveLength(2);
    expect(text()).toContain("is short");
  });

  it("tells for which request and user a line was written, also later", async () => {
    const { log, last } = capture();
    await duringRequest({ request: "r-1", user: "u-1" }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info("done");
    });
    expect(last()).toMatchObject({ request: "r-1", user: "u-1", msg: "done" });
    log.info("after");
    expect(last()).not.toHaveProperty("request");
  });
});
