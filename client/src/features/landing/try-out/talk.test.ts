import { describe, expect, it } from "vitest";
import { limits } from "#shared/limits.ts";
import type { ReplyEvent } from "./ask-demo-pet.ts";
import { type Exchange, newExchange, turnsOf, withEvent } from "./talk.ts";

const answered = (id: number, reply: string): Exchange => ({
  ...newExchange(id, `Question ${id}?`),
  reply,
  state: "done",
});

describe("a talk with the demo pet", () => {
  it("puts a reply together from its events", () => {
    const clip = new Blob(["sound"]);
    const choices = [{ label: "food", question: "What do you eat?" }];
    const events: ReplyEvent[] = [
      { type: "help", text: "Call a vet." },
      { type: "content", content: "Call a vet." },
      { type: "content", content: "\n\nI am here." },
      { type: "speech", clip },
      { type: "choices", choices },
      { type: "complete", sources: ["Who is my vet?"] },
    ];
    const exchange = events.reduce(withEvent, newExchange(1, "Help!"));
    expect(exchange).toMatchObject({
      help: "Call a vet.",
      reply: "Call a vet.\n\nI am here.",
      clips: [clip],
      choices,
      sources: ["Who is my vet?"],
      state: "done",
    });
  });

  it("says that the model is being loaded", () => {
    expect(withEvent(newExchange(1, "Hi"), { type: "loading" })).toMatchObject({ isLoading: true, state: "asking" });
  });

  it("keeps the reason of a refusal", () => {
    const refused = withEvent(newExchange(1, "Hi"), { type: "error", error: "Please wait.", code: "rate_limited" });
    expect(refused).toMatchObject({ state: "failed", trouble: "Please wait." });
  });

  it("tells the server the newest turns that it takes, without what failed", () => {
    const talk = [
      ...Array.from({ length: 20 }, (_unused, index) => answered(index + 1, `Reply ${index + 1}`)),
      withEvent(newExchange(21, "Lost?"), { type: "error", error: "gone", code: "lost" }),
    ];
    const turns = turnsOf(talk);
    expect(turns).toHaveLength(limits.tryOut.turns);
    expect(turns[0]).toEqual({ role: "user", content: "Question 15?" });
    expect(turns.at(-1)).toEqual({ role: "assistant", content: "Reply 20" });
    expect(turnsOf([answered(1, "a".repeat(9000))])[1]?.content).toHaveLength(limits.tryOut.turn);
  });
});
