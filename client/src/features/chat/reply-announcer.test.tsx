import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messageOf } from "#tests/support/chat-screen.tsx";
import type { ChatStream } from "./chat-stream.ts";
import { ReplyAnnouncer } from "./reply-announcer.tsx";

const asked = { turn: 1, text: "Who are you?", askedAt: "2026-05-04T12:00:00.000Z", messageId: null };
const streaming = (reply: string): ChatStream => ({ phase: "streaming", asked, reply, turns: 1, keys: {} });
const show = (stream: ChatStream, isPending = true) => (
  <ReplyAnnouncer name="Tucker" stream={stream} isPending={isPending} />
);
const announced = () => [...screen.getByRole("log").children].map(({ textContent }) => textContent);

describe("what a screen reader hears of a reply", () => {
  it("is whole sentences, each once, and the last one when the reply is complete", () => {
    const { rerender } = render(show({ phase: "thinking", asked, turns: 1, keys: {} }));
    expect(announced()).toEqual(["Tucker is thinking"]);
    rerender(show(streaming("I am Tucker. I li")));
    expect(announced()).toEqual(["I am Tucker."]);
    const [first] = screen.getByRole("log").children;
    rerender(show(streaming("I am Tucker. I like balls. And")));
    expect(announced()).toEqual(["I am Tucker.", "I like balls."]);
    const reply = messageOf(2, { content: "I am Tucker. I like balls. And you?" });
    rerender(show({ phase: "idle", last: { asked, end: { kind: "complete", reply } }, turns: 1, keys: {} }, false));
    expect(announced()).toEqual(["I am Tucker.", "I like balls.", "And you?"]);
    expect(screen.getByRole("log").children[0]).toBe(first);
  });
});
