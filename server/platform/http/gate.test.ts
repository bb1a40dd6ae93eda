import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pageLimit, requiredText } from "#shared/api/common.ts";
import { HttpError } from "./errors.ts";
import { parseInput } from "./gate.ts";

const body = z.object({ name: requiredText("Name", 10), spoken: z.boolean().optional(), limit: pageLimit.optional() });

function refusal(value: unknown): unknown {
  try {
    parseInput(body, value);
  } catch (error) {
    return error instanceof HttpError ? { message: error.message, fields: error.extra.fields } : error;
  }
  return "taken";
}

describe("input that is refused", () => {
  it("is explained in the contract's own words where it has some", () => {
    expect(refusal({})).toMatchObject({ fields: { name: "Name is required" } });
  });

  it("is explained in plain words where it has none", () => {
    expect(refusal([])).toMatchObject({ message: "The request does not have the right form." });
    expect(refusal({ name: "Rex", spoken: "yes" })).toMatchObject({
      message: "'spoken' does not have the right form.",
    });
    expect(refusal({ name: "Rex", limit: 999 })).toMatchObject({ message: "'limit' is too large." });
    expect(refusal({ name: "Rex", limit: 0 })).toMatchObject({ message: "'limit' is too small." });
    expect(refusal({ name: "Rex", limit: "many" })).toMatchObject({ message: "'limit' does not have the right form." });
  });
});
