import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { me as readMe } from "#shared/api/auth.ts";
import type { ChatEvent } from "#shared/api/chat.ts";
import { type Chat, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { readActiveUser } from "../auth/service.ts";
import { createUsageMeter } from "../usage/service.ts";
import { answer } from "./answer.ts";

const helpFails = vi.hoisted(() => ({ now: false }));
vi.mock("../emergency/emergency.ts", async (importActual) => {
  const actual = await importActual<typeof import("../emergency/emergency.ts")>();
  const helpFor: typeof actual.helpFor = async (message, locale) => {
    if (helpFails.now) throw new Error("The words of danger can't be read.");
    return actual.helpFor(message, locale);
  };
  return { ...actual, helpFor };
});

describe("while a question is stored", () => {
  let talk: Chat;
  beforeAll(async () => {
    talk = await startChat();
    talk.model.behave(saying("I like cheese."));
  });
  afterAll(() => talk?.stop());

  it("its reply is prepared, but the model is not asked before the question is stored", async () => {
    const { deps } = talk.app;
    const user = await readActiveUser(deps.db, (await talk.owner.call(readMe, {})).user.id);
    if (user === null) throw new Error("There is no such account.");
    const { agent } = await petUserOrDemo.admit({ user, params: { id: talk.pet }, db: deps.db });
    const reached: string[] = [];
    const asking = {
      ...deps,
      usage: createUsageMeter(deps),
      earlyReplies: { take: () => null },
      startClock: () => ({ reached: (stage: string) => void reached.push(stage) }),
    };
    const other = await deps.pool.connect();
    await other.query("begin");
    await other.query("lock table messages in share row exclusive mode");
    const answering = answer(asking, { user, agent, question: { message: "What do you eat?", generateAudio: false } });
    try {
      await expect.poll(() => reached, { interval: 5 }).toContain("prompt");
      expect(talk.model.calls).toHaveLength(0);
    } finally {
      await other.query("rollback");
      other.release();
    }
    const events: ChatEvent[] = [];
    for await (const event of await answering) events.push(event);
    expect(textOf(events)).toBe("I like cheese.");
    expect(talk.model.calls).toHaveLength(1);
  });

  it("a failure to read its words of danger leaves it as one that can be tried again", async () => {
    const sessionId = await talk.begin();
    helpFails.now = true;
    await expect(talk.ask({ sessionId, message: "Where do you sleep?" })).rejects.toThrow("500");
    helpFails.now = false;
    const [question] = await talk.messagesOf(sessionId);
    const events = await talk.ask({ sessionId, message: "Where do you sleep?", retryMessageId: question?.id ?? "" });
    expect(textOf(events)).toBe("I like cheese.");
  });
});
