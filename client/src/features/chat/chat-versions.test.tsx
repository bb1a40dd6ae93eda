import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  newReply,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const QUESTION = messageOf(1, { content: "Do you like snoe?" });
const REPLY = messageOf(2, { content: "I am just a pet." });
const NEW = messageOf(3, { content: "Do you like snow?", versions: [QUESTION.id, uuid(103)] });
const NEW_REPLY = messageOf(4, { content: "I eat it." });

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
  wire.stored = [QUESTION, REPLY];
});

const pencils = () => screen.queryAllByRole("button", { name: "Edit and ask again" });
const note = () => screen.queryByText(/^Your last question in other words/);

async function edit() {
  openChatScreen();
  await userEvent.click(await screen.findByRole("button", { name: "Edit and ask again" }));
  const field = await composer();
  expect([field.value, document.activeElement]).toEqual([QUESTION.content, field]);
  await userEvent.clear(field);
  await userEvent.type(field, NEW.content);
  return field;
}

describe("the last question", () => {
  it("is changed in the composer and asked again, in place of the old one", async () => {
    await edit();
    expect(note()).toBeTruthy();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(wire.asked).toMatchObject([{ message: NEW.content, edits: QUESTION.id }]));
    await waitFor(() => expect(bubbles()).toEqual([NEW.content]));
    expect([note(), pencils()]).toEqual([null, []]);
    wire.stored = [NEW, NEW_REPLY];
    wire.reply.send({ type: "user_message_saved", messageId: NEW.id });
    wire.reply.send({ type: "content", content: "I eat it." });
    const ended = { sources: null, audioUrl: null, stopped: false };
    wire.reply.send({ type: "complete", messageId: NEW_REPLY.id, ...ended });
    wire.reply.end();
    await waitFor(() => expect(screen.getByText("Version 2 of 2")).toBeTruthy());
    expect(bubbles()).toEqual([NEW.content, "I eat it."]);
    expect(pencils()).toHaveLength(1);
  });

  it("comes back into the composer where it could not be sent, and the old exchange stays", async () => {
    wire.refusal = { status: 413, body: "<html>too large</html>" };
    const field = await edit();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(field.value).toBe(NEW.content));
    expect(note()).toBeTruthy();
    await waitFor(() => expect(bubbles()).toEqual([QUESTION.content, REPLY.content]));
    wire.refusal = null;
    wire.reply = newReply();
    await userEvent.type(field, "{Enter}");
    await waitFor(() => expect(wire.asked.at(-1)).toMatchObject({ message: NEW.content, edits: QUESTION.id }));
  });

  it("is left as it is by Cancel and Escape, and what was in the composer comes back", async () => {
    openChatScreen();
    const field = await composer();
    await screen.findByText(QUESTION.content);
    await userEvent.click(field);
    await userEvent.keyboard("{ArrowUp}");
    expect(field.value).toBe(QUESTION.content);
    await userEvent.keyboard("{Escape}");
    expect([field.value, note()]).toEqual(["", null]);
    await userEvent.type(field, "Later");
    await userEvent.click(pencils()[0] ?? field);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(field.value).toBe("Later");
  });

  it("alone has a pencil", async () => {
    wire.stored = [QUESTION, REPLY, messageOf(5, { content: "And rain?" }), messageOf(6)];
    openChatScreen();
    const own = await screen.findAllByRole("article", { name: "You" });
    expect(own.map((bubble) => within(bubble).queryAllByRole("button").length)).toEqual([0, 1]);
  });
});

describe("versions of a question", () => {
  it("are gone through with their replies, and the keyboard stays where it is", async () => {
    wire.stored = [NEW, NEW_REPLY];
    openChatScreen();
    const before = await screen.findByRole("button", { name: "Version before" });
    expect(screen.getByRole("button", { name: "Version after" }).getAttribute("aria-disabled")).toBe("true");
    wire.stored = [{ ...QUESTION, versions: [QUESTION.id, NEW.id] }, REPLY];
    await userEvent.click(before);
    await waitFor(() => expect(bubbles()).toEqual([QUESTION.content, REPLY.content]));
    expect(wire.calls).toContain(`POST /api/messages/${QUESTION.id}/version`);
    expect(document.activeElement).toBe(before);
    expect(screen.getByText("Version 1 of 2")).toBeTruthy();
  });

  it("wait while a reply is under way, and say why", async () => {
    wire.stored = [NEW, NEW_REPLY];
    openChatScreen();
    await userEvent.type(await composer(), "And rain?{Enter}");
    const before = screen.getByRole("button", { name: "Version before" });
    await waitFor(() => expect(before.getAttribute("aria-disabled")).toBe("true"));
    const why = "To see another version, wait for the reply, or stop it.";
    expect(screen.getByRole("button", { name: "Version before", description: why })).toBe(before);
    expect(screen.getByRole("group", { name: "Versions of this question" }).title).toBe(why);
    before.focus();
    await userEvent.keyboard("{Enter}");
    expect(wire.calls.filter((call) => call.endsWith("/version"))).toEqual([]);
    wire.reply.send({ type: "user_message_saved", messageId: uuid(105) });
    wire.reply.send({ type: "content", content: "I like it." });
    wire.reply.send({ type: "complete", messageId: uuid(106), sources: null, audioUrl: null, stopped: false });
    wire.reply.end();
    await waitFor(() => expect(before.getAttribute("aria-disabled")).toBe("false"));
    expect(screen.queryByText(why)).toBeNull();
  });
});
