import { describe, expect, it } from "vitest";
import { ApiError } from "./api.ts";
import { streamFailure } from "./event-stream.ts";

describe("a stream that could not begin", () => {
  it("says what the server said", () => {
    const error = new ApiError(409, '{"error":"Your pet is still answering.","code":"conflict"}', "Conflict");
    expect(streamFailure(error)).toBe("Your pet is still answering.");
  });

  it("shows the text of an answer that is not ours", () => {
    expect(streamFailure(new ApiError(502, "upstream is away", "Bad Gateway"))).toBe("upstream is away");
  });

  it("names the status where there was no text at all", () => {
    const error = new ApiError(502, "", "Bad Gateway");
    expect(streamFailure(error)).toBe("HTTP error! status: 502");
    expect(error.message).toBe("502: Bad Gateway");
  });
});
