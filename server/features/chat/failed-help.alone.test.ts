import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Chat, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";

const helpFails = vi.hoisted(() => ({ now: false }));
vi.mock("#server/understanding/danger/emergency.ts", async (importActual) => {
  const actual = await importActual<typeof import("#server/understanding/danger/emergency.ts")>();
  const helpFor: typeof actual.helpFor = (message, locale) => {
    if (helpFails.now) throw new Error("The words of danger can't be read.");
    return actual.helpFor(message, locale);
  };
  return { ...actual, helpFor };
});

describe("a question", () => {
  let talk: Chat;
  beforeAll(async () => {
    talk = await startChat();
    talk.model.behave(saying("I like cheese."));
  });
  afterAll(() => talk?.stop());

  it("whose words of danger could not be read can be tried again", async () => {
    const sessionId = await talk.begin();
    helpFails.now = true;
    const failed = await talk.ask({ sessionId, message: "Where do you sleep?" });
    expect(failed.at(-1)).toMatchObject({ type: "error" });
    helpFails.now = false;
    const [question] = await talk.messagesOf(sessionId);
    const events = await talk.ask({ sessionId, message: "Where do you sleep?", retryMessageId: question?.id ?? "" });
    expect(textOf(events)).toBe("I like cheese.");
  });
});
