import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MeasuredUse } from "#shared/api/usage.ts";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";

const soon = new Date(Date.now() + 3_600_000).toISOString();
const SENTENCE = "You have used all of today's 5 messages. You can write again in 45 minutes.";
const use = (fields: Partial<MeasuredUse>): MeasuredUse => ({
  measure: "messages",
  used: 5,
  limit: 5,
  state: "reached",
  ...fields,
});

let wire: ChatAnswers;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const today = (...measures: MeasuredUse[]) => {
  wire.usage = { day: "2026-05-04", resetsAt: soon, measures };
};

describe("a daily limit", () => {
  it("that is none shows nothing", async () => {
    today(use({ limit: null, state: "ok" }));
    openChatScreen();
    await composer();
    await waitFor(() => expect(wire.calls).toContain("GET /api/usage/me"));
    expect(screen.queryByText(/^(You have|Today)/)).toBeNull();
  });

  it.each<[MeasuredUse[], RegExp]>([
    [[use({ used: 4, state: "near" })], /^You have used 4 of today's 5 messages\.$/],
    [[use({})], /^You have used all of today's 5 messages\. You can write again .*at .+\.$/],
    [[use({ measure: "characters" })], /^Tucker's voice is used up for today\. Replies come as text; /],
    [[use({ measure: "seconds" }), use({ used: 4, state: "near" })], /^Today's voice messages are used up\. /],
    [[use({ measure: "characters" }), use({ measure: "tokens" })], /^You have used up what your pets may /],
  ])("is told in the reader's time", async (measures, words) => {
    today(...measures);
    openChatScreen();
    expect((await screen.findByText(words)).closest("[role=status]")).toBeTruthy();
  });

  it("is told as soon as a reply has brought it near", async () => {
    today(use({ used: 3, state: "ok" }));
    openChatScreen();
    await userEvent.type(await composer(), "Hi?{Enter}");
    today(use({ used: 4, state: "near" }));
    const [question, reply] = [messageOf(1, { content: "Hi?" }), messageOf(2)];
    wire.stored = [question, reply];
    wire.reply.send(
      { type: "user_message_saved", messageId: question.id },
      { type: "content", content: reply.content },
      { type: "complete", messageId: reply.id, sources: [], audioUrl: null, stopped: false },
    );
    wire.reply.end();
    expect(await screen.findByText("You have used 4 of today's 5 messages.")).toBeTruthy();
  });

  it("refuses a question with its sentence, keeps what was written, and stays to be read", async () => {
    openChatScreen();
    const field = await composer();
    wire.refusal = { status: 429, body: JSON.stringify({ error: SENTENCE, code: "daily_limit" }) };
    today(use({}));
    await userEvent.type(field, "One more?{Enter}");
    expect(await screen.findByText("Failed to send message")).toBeTruthy();
    expect(screen.getByText(SENTENCE)).toBeTruthy();
    expect(
      await screen.findByText(/^You have used all of today's 5 messages\. You can write again (?!in 45)/),
    ).toBeTruthy();
    expect(field.value).toBe("One more?");
    expect(bubbles()).toEqual([]);
  });
});
