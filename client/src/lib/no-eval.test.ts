import { expect, it } from "vitest";
import { config } from "zod/v4/core";
import "./no-eval.ts";

it("keeps the validation library from trying out eval", () => {
  expect(config().jitless).toBe(true);
  // Other test files share this process.
  config({ jitless: false });
});
