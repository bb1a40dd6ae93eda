import { expect, it } from "vitest";
import { StorageUnavailableError } from "../providers/files/files.ts";
import { asHttpError } from "./error-handler.ts";

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
