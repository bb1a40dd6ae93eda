import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  newReply,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";

const QUESTION = messageOf(1, { content: "What do you like?" });
const choices = [
  { label: "my favorite food", question: "What is my favorite food?" },
  { label: "my bed", question: "Where do I sleep?" },
];
const REPLY = messageOf(2, { content: "Do you mean my favorite food or my bed?", choices });

let wire: ChatAnswers;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const group = () => screen.findByRole("group", { name: "Choose one" });
const offered = () => screen.queryAllByRole("group", { name: "Choose one" });
const labels = async () =>
  within(await group())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

describe("a reply that asks the person to choose", () => {
  it("shows the choices once the reply is complete", async () => {
    wire.reply = newReply();
    openChatScreen();
    await userEvent.type(await composer(), `${QUESTION.content}{Enter}`);
    wire.reply.send(
      { type: "user_message_saved", messageId: QUESTION.id },
      { type: "content", content: REPLY.content },
      { type: "choices", choices },
    );
    expect(await screen.findByText(REPLY.content)).toBeTruthy();
    expect(offered()).toEqual([]);
    wire.reply.send({ type: "complete", messageId: REPLY.id, sources: [], audioUrl: null, stopped: false });
    wire.reply.end();
    expect(await labels()).toEqual(["my favorite food", "my bed"]);
  });

  it("says the one that is picked, in its words, by the keyboard too, and offers them no more", async () => {
    wire.stored = [QUESTION, REPLY];
    openChatScreen();
    await userEvent.type(await composer(), "half a tho");
    (await within(await group()).findByRole("button", { name: "my bed" })).focus();
    await userEvent.keyboard("{Enter}");
    expect(wire.asked).toEqual([expect.objectContaining({ message: "my bed" })]);
    await waitFor(() => expect(bubbles()).toContain("my bed"));
    expect(offered()).toEqual([]);
    expect((await composer()).value).toBe("half a tho");
  });

  it("offers them again where the question was refused, and leaves what was being written alone", async () => {
    wire.stored = [QUESTION, REPLY];
    wire.refusal = { status: 503, body: JSON.stringify({ error: "Asleep.", code: "unavailable" }) };
    openChatScreen();
    await userEvent.type(await composer(), "half a tho");
    await userEvent.click(within(await group()).getByRole("button", { name: "my bed" }));
    expect(await screen.findByText("Failed to send message")).toBeTruthy();
    expect(await labels()).toEqual(["my favorite food", "my bed"]);
    expect((await composer()).value).toBe("half a tho");
  });

  it("offers them for the newest reply alone", async () => {
    wire.stored = [QUESTION, REPLY, messageOf(3), messageOf(4)];
    openChatScreen();
    await screen.findByText("message 4");
    expect(offered()).toEqual([]);
  });

  it("offers nothing for a reply that was stopped", async () => {
    wire.stored = [QUESTION, { ...REPLY, status: "stopped" }];
    openChatScreen();
    await screen.findByText(REPLY.content);
    expect(offered()).toEqual([]);
  });
});
