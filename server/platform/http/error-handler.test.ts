import { once } from "node:events";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { StorageUnavailableError } from "../files/files.ts";
import { createLog } from "../observe/log.ts";
import { tooManyQuestions } from "./entrance.ts";
import { asHttpError, errorHandler } from "./error-handler.ts";
import { requestLog } from "./request-log.ts";

const failing = (code: string) => Object.assign(new Error("inner"), { code });

it("tells a file store that can't be reached from the database", () => {
  const error = new StorageUnavailableError("the object store failed", { cause: failing("ECONNREFUSED") });
  expect(asHttpError(error)).toMatchObject({ status: 503, message: error.sentence });
  expect(asHttpError(failing("ECONNREFUSED"))).toMatchObject({
    status: 503,
    message: "The database can't be reached just now. Please try again in a moment.",
  });
});

it("says that the database's disk is full", () => {
  const error = new Error("Failed query", { cause: failing("53100") });
  expect(asHttpError(error)).toMatchObject({ status: 507, code: "storage_full" });
});

it("logs as an error what fails, and not who is told when to come back", async () => {
  const lines: { level: number }[] = [];
  const log = createLog("debug", { to: { write: (line) => void lines.push(JSON.parse(line)) } });
  const app = express();
  app.use(requestLog(app, log).requestLog);
  app.get("/crowded", () => {
    throw tooManyQuestions();
  });
  app.get("/broken", () => {
    throw new Error("inner");
  });
  const server = app.use(errorHandler(log)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const levelsAfter = async (path: string) => {
    lines.length = 0;
    const port = typeof address === "object" ? address?.port : undefined;
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await expect.poll(() => lines.some((line) => "res" in line)).toBe(true);
    return lines.map(({ level }) => level);
  };
  expect(await levelsAfter("/crowded")).toEqual([20]);
  expect(await levelsAfter("/broken")).toEqual([50, 50]);
});
