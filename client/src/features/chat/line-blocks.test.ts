import { describe, expect, it } from "vitest";
import type { Message } from "#shared/api/chat.ts";
import { idleStream } from "./chat-stream.ts";
import { blocksOf } from "./line-blocks.ts";
import { timeline } from "./timeline.ts";

const messages = Array.from({ length: 500 }, (_, index): Message => {
  return {
    id: `00000000-0000-4000-8000-${(index * 7).toString(16).padStart(12, "0")}`,
    agentId: "",
    sessionId: null,
    role: index % 2 === 0 ? "user" : "assistant",
    content: "Woof",
    audioUrl: null,
    sources: null,
    status: "complete",
    createdAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
  };
});
const blocks = (from: number, to: number) => blocksOf(timeline(messages.slice(from, to), idleStream));

describe("the blocks of a long chat", () => {
  it("hold every line once, in order, and none is large", () => {
    const lines = timeline(messages, idleStream);
    expect(blocksOf(lines).flatMap((block) => block.lines)).toEqual(lines);
    expect(Math.max(...blocksOf(lines).map((block) => block.lines.length))).toBeLessThan(100);
  });

  it("stay the same, line by line, when older and newer messages come", () => {
    const before = blocks(100, 400).slice(1, -1);
    const after = new Map(blocks(0, 500).map((block) => [block.key, block.lines]));
    expect(before.length).toBeGreaterThan(5);
    for (const { key, lines } of before) {
      const same = after.get(key) ?? [];
      expect(same.length).toBe(lines.length);
      expect(same.every((line, index) => line === lines[index])).toBe(true);
    }
  });
});
