import { describe, expect, it } from "vitest";
import { ApiError } from "./api.ts";
import { streamEvents } from "./event-stream.ts";
import { streamFailure } from "./stream-failure.ts";

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

describe("events in the browser's build, which has no schemas", () => {
  it("come as they are, but for what is no event", async () => {
    const lines = ['{"type":"content","content":"Woof"}', "null", "42", "{}", "no json", '{"type":"new kind"}'];
    const headers = { "Content-Type": "text/event-stream; charset=utf-8" };
    const fetch = async () => new Response(lines.map((line) => `data: ${line}\n\n`).join(""), { headers });
    const stream = streamEvents({ method: "POST", path: "/api/talk", summary: "" }, {}, { fetch });
    const events: unknown[] = [];
    for await (const event of stream) events.push(event);
    expect(events).toEqual([{ type: "content", content: "Woof" }, { type: "new kind" }]);
  });
});
