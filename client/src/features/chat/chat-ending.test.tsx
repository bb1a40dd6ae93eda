import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ChatAnswers,
  composer,
  messageOf,
  newReply,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

let wire: ChatAnswers;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const pets = () => screen.findAllByRole("article", { name: "Tucker" });

describe("a reply that was cut off", () => {
  it("says so, and one tap asks the pet to go on", async () => {
    openChatScreen();
    await userEvent.type(await composer(), "Tell me a story{Enter}");
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Once upon a" },
      { type: "complete", messageId: uuid(102), sources: null, audioUrl: null, stopped: false, ending: "cut_off" },
    );
    wire.reply.end();
    expect(await screen.findByText("… I was cut off")).toBeTruthy();
    wire.stored = [
      messageOf(101, { content: "Tell me a story" }),
      messageOf(102, { role: "assistant", content: "Once upon a", status: "cut_off" }),
    ];
    wire.reply = newReply();
    await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
    expect(wire.asked.at(-1)).toMatchObject({ message: "Go on" });
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
  });

  it("has no such button where something was said after it", async () => {
    wire.stored = [messageOf(1), messageOf(2, { status: "cut_off" }), messageOf(3), messageOf(4)];
    openChatScreen();
    const [first] = await pets();
    expect(first && within(first).getByText("… I was cut off")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
  });
});

it("says that the model is being loaded, to the eye and to a screen reader, until the pet speaks", async () => {
  openChatScreen();
  await userEvent.type(await composer(), "Hello!{Enter}");
  wire.reply.send({ type: "user_message_saved", messageId: uuid(101) });
  expect(await screen.findByText("Thinking...")).toBeTruthy();
  wire.reply.send({ type: "loading" });
  expect(await screen.findAllByText(/^The model is being loaded …/)).toHaveLength(2);
  expect(screen.queryByText("Thinking...")).toBeNull();
  wire.reply.send({ type: "content", content: "Woof." });
  expect((await pets()).at(-1)?.textContent).toContain("Woof.");
  expect(screen.queryByText(/^The model is being loaded …/)).toBeNull();
});

it("a refusal of the model is marked as one", async () => {
  wire.stored = [messageOf(1), messageOf(2, { content: "I can't help with that.", status: "refused" })];
  openChatScreen();
  expect(await screen.findByText("Declined by the AI")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
});
