import { describe, expect, it } from "vitest";
import type { ChatEvent, Message } from "#shared/api/chat.ts";
import { type ChatAction, idleStream, reduceStream } from "./chat-stream.ts";
import { isAnsweredElsewhere, type Line, timeline } from "./timeline.ts";

const AT = "2026-05-04T12:00:00.000Z";
const place = { at: AT, agentId: "pet", sessionId: "chat" };
const asked: ChatAction = { type: "asked", text: "Who are you?", askedAt: AT };
const event = (of: Exclude<ChatEvent, { type: "speech" | "sound" }>): ChatAction => ({
  type: "event",
  event: of,
  ...place,
});
const saved = event({ type: "user_message_saved", messageId: "q" });
const content = (text: string) => event({ type: "content", content: text });
const complete = (messageId: string | null) =>
  event({ type: "complete", messageId, sources: [], audioUrl: null, stopped: messageId === null });
const streamAfter = (...actions: ChatAction[]) => actions.reduce(reduceStream, idleStream);

const messageOf = (id: string, fields: Partial<Message> = {}): Message => ({
  id,
  agentId: "pet",
  sessionId: "chat",
  role: id.startsWith("q") ? "user" : "assistant",
  content: id,
  audioUrl: null,
  sources: null,
  status: "complete",
  createdAt: AT,
  ...fields,
});
const answering = messageOf("q", { status: "answering" });
const kinds = (lines: Line[]) => lines.map((line) => line.kind).filter((kind) => kind !== "day");
const keys = (lines: Line[]) => lines.map((line) => line.key).filter((key) => !key.startsWith("day"));

describe("a stream", () => {
  it("goes from idle over thinking and streaming back to idle", () => {
    const steps = [asked, saved, content("I am"), complete("r")];
    const phases = steps.map((_, index) => streamAfter(...steps.slice(0, index + 1)).phase);
    expect(phases).toEqual(["thinking", "thinking", "streaming", "idle"]);
  });

  it("fails with the server's sentence", () => {
    const failed = streamAfter(asked, saved, event({ type: "error", error: "Asleep.", code: "unavailable" }));
    expect(failed).toMatchObject({ phase: "failed", error: "Asleep." });
  });

  it("hears nothing once it has ended", () => {
    const ended = streamAfter(asked, saved, complete("r"));
    expect(reduceStream(ended, content("late"))).toBe(ended);
  });
});

describe("the timeline", () => {
  it("keeps the keys of question and reply from the first word to the stored message", () => {
    const stages = [
      timeline([], streamAfter(asked)),
      timeline([answering], streamAfter(asked, saved, content("I am"))),
      timeline([answering], streamAfter(asked, saved, content("I am"), complete("r"))),
      timeline([messageOf("q"), messageOf("r")], streamAfter(asked, saved, content("I am"), complete("r"))),
    ].map(keys);
    expect(stages).toEqual([
      ["question-1", "thinking"],
      ["question-1", "reply-1"],
      ["question-1", "reply-1"],
      ["question-1", "reply-1"],
    ]);
  });

  it("shows a reply once, also where the history has it before the stream says so", () => {
    const stored = [messageOf("q"), messageOf("r")];
    expect(kinds(timeline(stored, streamAfter(asked, saved, content("I am"))))).toEqual(["message", "message"]);
    expect(kinds(timeline(stored, streamAfter(asked, saved)))).toEqual(["message", "message"]);
  });

  it("says why a question has no reply, and offers another try only for the last", () => {
    const lines = timeline([messageOf("q0", { status: "failed" }), messageOf("q", { status: "stopped" })], idleStream);
    const troubles = lines.filter((line) => line.kind === "trouble");
    expect(troubles.map(({ why, canRetry }) => [why, canRetry])).toEqual([
      ["failed", false],
      ["stopped", true],
    ]);
  });

  it("has no thinking left after a reply that was stopped before a word, though the history says so for a moment", () => {
    const lines = timeline([answering], streamAfter(asked, saved, complete(null)));
    expect(kinds(lines)).toEqual(["message", "trouble"]);
  });

  it("thinks on where the connection broke, and where another page asked", () => {
    expect(isAnsweredElsewhere([answering], streamAfter(asked, saved, { type: "lost" }))).toBe(true);
    expect(isAnsweredElsewhere([answering], idleStream)).toBe(true);
    expect(isAnsweredElsewhere([answering], streamAfter(asked, saved))).toBe(false);
    expect(isAnsweredElsewhere([messageOf("q"), messageOf("r")], idleStream)).toBe(false);
  });

  it("lets the last question be changed from the moment its reply ends", () => {
    const canEdit = (stored: Message[], ...actions: ChatAction[]) =>
      timeline(stored, streamAfter(...actions)).map((line) => line.kind === "message" && line.canEdit);
    const whole = [asked, saved, content("I am"), complete("r")];
    expect(canEdit([], asked, saved, content("I am"))).toEqual([false, false, false]);
    expect(canEdit([], ...whole)).toEqual([false, true, false]);
    expect(canEdit([answering], ...whole)).toEqual([false, true, false]);
    expect(canEdit([messageOf("q"), messageOf("r")], ...whole)).toEqual([false, true, false]);
    expect(canEdit([answering])).toEqual([false, false, false]);
  });

  it("divides the days", () => {
    const lines = timeline([messageOf("q1", { createdAt: "2026-05-02T12:00:00.000Z" }), messageOf("q2")], idleStream);
    expect(lines.map((line) => line.kind)).toEqual(["day", "message", "day", "message"]);
  });
});
