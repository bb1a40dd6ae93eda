import { describe, expect, it } from "vitest";
import { uuid } from "#tests/support/uuid.ts";
import { checkMessages } from "./imported-chat.ts";

const message = {
  id: uuid(1),
  role: "assistant",
  content: "Woof\u0000!",
  status: "complete",
  replyTo: null,
  sources: null,
  audio: null,
  createdAt: "2026-05-04T10:00:00.000Z",
};
const source = { kind: "diary", filename: "Pet diary", question: "Who?", answer: "Gerald" };

/** How many pauses the check of these messages has, and what came of it. */
function check(messages: readonly unknown[]) {
  const work = checkMessages(messages, "chats/0001.json");
  let pauses = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { pauses, good: step.value };
    pauses += 1;
  }
}

describe("an imported chat", () => {
  it("is checked in slices, by its messages and what they were taken from [T123]", () => {
    expect(check(new Array(10).fill(message)).pauses).toBe(0);
    expect(check(new Array(10_000).fill(message)).pauses).toBe(20);
    expect(check(new Array(10).fill({ ...message, sources: new Array(1_000).fill(source) })).pauses).toBe(10);
  });

  it("is as it was, without what can't be stored", () => {
    const [first] = check([{ ...message, sources: [source] }]).good;
    expect(first).toEqual({ ...message, content: "Woof!", sources: [source] });
  });

  it("is not read on after its first bad message [T123]", () => {
    const unread = { ...message };
    Object.defineProperty(unread, "id", {
      get() {
        throw new Error("read");
      },
    });
    expect(() => check([{ ...message, role: "cat" }, unread])).toThrow("has another form");
  });
});
