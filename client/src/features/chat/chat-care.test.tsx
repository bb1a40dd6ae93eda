import { screen, waitFor, within } from "@testing-library/react";
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

const HELP = "This sounds like an emergency. Please call your vet now.";
const QUESTION = messageOf(1, { content: "My dog ate rat poison" });
const OWN = "I am staying close to you.";
const REPLY = messageOf(2, { content: `${HELP}\n\n${OWN}`, help: HELP });

let wire: ChatAnswers;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const reply = async () => within(await screen.findByRole("article", { name: "Tucker" }));

describe("help in an emergency", () => {
  it("stands apart from the pet's own words", async () => {
    wire.stored = [QUESTION, REPLY];
    openChatScreen();
    const bubble = await reply();
    expect(bubble.getByText("Help first")).toBeTruthy();
    expect(bubble.getByText(HELP)).toBeTruthy();
    expect(bubble.getByText(OWN)).toBeTruthy();
  });

  it("stands alone where the model failed", async () => {
    wire.stored = [QUESTION, { ...REPLY, content: HELP }];
    openChatScreen();
    const bubble = await reply();
    expect(bubble.getAllByText(/./, { selector: "p" }).map(({ textContent }) => textContent)).toEqual([
      "Help first",
      HELP,
    ]);
  });

  it("is there as soon as it comes, and stays where it was when the reply is complete", async () => {
    wire.reply = newReply();
    openChatScreen();
    await userEvent.type(await composer(), `${QUESTION.content}{Enter}`);
    wire.reply.send(
      { type: "user_message_saved", messageId: QUESTION.id },
      { type: "help", text: HELP },
      { type: "content", content: HELP },
    );
    const bubble = await reply();
    expect(await bubble.findByText("Help first")).toBeTruthy();
    const shown = bubble.getByText(HELP);
    wire.stored = [QUESTION, REPLY];
    wire.reply.send(
      { type: "content", content: `\n\n${OWN}` },
      { type: "complete", messageId: REPLY.id, sources: [], audioUrl: null, stopped: false },
    );
    wire.reply.end();
    expect(await bubble.findByText(OWN)).toBeTruthy();
    await waitFor(() => expect(bubble.queryByText("typing...")).toBeNull());
    expect(bubble.getByText(HELP)).toBe(shown);
  });
});

describe("the chat", () => {
  it("says at all times that the pet is an AI", async () => {
    wire.stored = [QUESTION, REPLY];
    openChatScreen();
    await reply();
    expect(screen.getByText("Tucker is an AI. It can be wrong.")).toBeTruthy();
  });
});
