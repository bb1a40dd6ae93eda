import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatEvent } from "#shared/api/chat.ts";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  newReply,
  openChatScreen,
  SESSION,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const QUESTION = messageOf(1, { content: "Who are you?" });
const REPLY = messageOf(2, { content: "I am Tucker. Woof!" });
const saved = { type: "user_message_saved", messageId: QUESTION.id } as const;
const complete: Extract<ChatEvent, { type: "complete" }> = {
  type: "complete",
  messageId: REPLY.id,
  sources: [],
  audioUrl: null,
  stopped: false,
};

let wire: ChatAnswers;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

async function ask(text = QUESTION.content): Promise<HTMLTextAreaElement> {
  const field = await composer();
  await userEvent.type(field, `${text}{Enter}`);
  return field;
}

describe("the chat tab", () => {
  it("asks to load a pet where there is none, and leads to setup", async () => {
    wire.agents = [];
    const { onSetup } = openChatScreen({ isLoaded: false });
    expect(
      (await screen.findByRole("heading", { level: 1, name: "Please Load a Pet First" })).textContent,
    ).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Go to Setup" }));
    expect(onSetup).toHaveBeenCalledOnce();
  });

  it("greets in an empty chat, where a new one would make no sense", async () => {
    openChatScreen();
    expect(await screen.findByText("I'm ready for a conversation. How are you doing today?")).toBeTruthy();
    expect(screen.getByText("Online")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "New Chat" })).toBeNull();
    expect(
      screen.getByText("Tap this button to record your question and then when done tap it again to send"),
    ).toBeTruthy();
  });

  it("says at the microphone that it needs https, where the page came without", async () => {
    vi.stubGlobal("isSecureContext", false);
    openChatScreen();
    expect(
      await screen.findByText(/Your voice can be recorded only at an address that begins with https/),
    ).toBeTruthy();
    expect(screen.queryByText(/^Tap this button to record/)).toBeNull();
  });

  it("goes home to setup and lets the chat go, which is offered on return", async () => {
    wire.stored = [QUESTION, REPLY];
    wire.latest = [{ id: uuid(30), agentId: uuid(1), agentName: "Tucker", lastMessage: null, lastQuestion: null }];
    const { onSetup } = openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Home" }));
    expect(onSetup).toHaveBeenCalledOnce();
    expect(await screen.findByRole("heading", { level: 1, name: "Please Load a Pet First" })).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Continue the last chat" }));
    await waitFor(() => expect(wire.calls.at(-1)).toContain(`/api/sessions/${uuid(30)}/messages`));
    expect(await screen.findByText(REPLY.content)).toBeTruthy();
  });

  it("starts a new, empty chat", async () => {
    wire.stored = [QUESTION, REPLY];
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "New Chat" }));
    wire.stored = [];
    await waitFor(() => expect(bubbles()).toEqual([]));
    expect(wire.calls).toContain("POST /api/sessions");
  });

  it("tells what the pet knows", async () => {
    openChatScreen();
    const panel = await screen.findByRole("complementary", { name: "About Tucker" });
    for (const text of ["Your AI Assistant", "Knowledge Base", "41", "Never", "Edit Instructions", "Add Documents"])
      expect(panel.textContent).toContain(text);
  });

  it("tells of the pages of a document as soon as it is read", async () => {
    wire.agent = { ...wire.agent, totalPages: 0, isReading: true };
    openChatScreen();
    await screen.findByText("Never");
    wire.agent = { ...wire.agent, totalPages: 12, isReading: false, knowledgeUpdatedAt: "2026-05-04T12:00:00.000Z" };
    expect(await screen.findByText("12")).toBeTruthy();
    expect(screen.queryByText("Never")).toBeNull();
    // The list may have thousands of pets: only the one that reads is fetched again.
    expect(wire.calls.filter((call) => call === "GET /api/agents")).toHaveLength(1);
  });
});

describe("a question", () => {
  it("is shown at once, thought about, answered word by word, and then stands there once", async () => {
    openChatScreen();
    const field = await ask();
    expect(bubbles()).toEqual(["Who are you?"]);
    expect(screen.getByText("Thinking...")).toBeTruthy();
    expect(field.disabled).toBe(true);
    expect(wire.asked).toMatchObject([{ message: "Who are you?", sessionId: SESSION, generateAudio: true }]);

    wire.stored = [{ ...QUESTION, status: "answering" }];
    wire.reply.send({ type: "session", sessionId: SESSION }, saved, { type: "content", content: "I am " });
    expect(await screen.findByText("typing...")).toBeTruthy();
    expect(screen.queryByText("Thinking...")).toBeNull();
    wire.reply.send({ type: "content", content: "Tucker. Woof!" });
    await waitFor(() => expect(bubbles()).toEqual(["Who are you?", "I am Tucker. Woof!"]));

    const bubble = screen.getAllByRole("article")[1];
    wire.stored = [QUESTION, REPLY];
    wire.reply.send(complete);
    wire.reply.end();
    await waitFor(() => expect(screen.queryByText("typing...")).toBeNull());
    await waitFor(() => expect(field.disabled).toBe(false));
    expect(bubbles()).toEqual(["Who are you?", "I am Tucker. Woof!"]);
    expect(screen.getAllByRole("article")[1]).toBe(bubble);
    expect(document.activeElement).toBe(field);
  });

  it("is sent by Enter; with Shift, or while a word is composed, Enter belongs to the text", async () => {
    openChatScreen();
    const field = await composer();
    await userEvent.type(field, "one{Shift>}{Enter}{/Shift}two");
    expect(field.value).toBe("one\ntwo");
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    expect(wire.asked).toEqual([]);
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(wire.asked[0]?.message).toBe("one\ntwo"));
  });

  it("is not sent while it is blank", async () => {
    openChatScreen();
    await userEvent.type(await composer(), "   {Enter}");
    expect(wire.asked).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send message" }).disabled).toBe(true);
  });

  it("comes back into the composer where the server refuses it, with the server's reason", async () => {
    const reason = "Your pet is still answering. Please wait for the reply, or stop it first.";
    wire.refusal = { status: 409, body: JSON.stringify({ error: reason, code: "conflict" }) };
    openChatScreen();
    const field = await ask("Hello?");
    expect(await screen.findByText("Failed to send message")).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(bubbles()).toEqual([]);
    expect(field.value).toBe("Hello?");
  });

  it("that failed keeps its place with an error, and can be asked again without being said twice [T89]", async () => {
    openChatScreen();
    await ask();
    wire.stored = [{ ...QUESTION, status: "failed" }];
    wire.reply.send(saved, { type: "error", error: "The model is asleep.", code: "unavailable" });
    wire.reply.end();
    expect(await screen.findByText("Streaming Error")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText("The model is asleep.")).toHaveLength(2));

    wire.reply = newReply();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(wire.asked[1]).toMatchObject({ message: "Who are you?", retryMessageId: QUESTION.id });
    expect(bubbles()).toEqual(["Who are you?"]);
    expect(screen.getByText("Thinking...")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("that failed earlier still offers to try again [T89]", async () => {
    wire.stored = [{ ...QUESTION, status: "failed" }];
    openChatScreen();
    expect(await screen.findByText("Tucker could not answer this.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("a reply", () => {
  it("is stopped by the Stop button and says so", async () => {
    openChatScreen();
    await ask();
    wire.reply.send(saved, { type: "content", content: "I am" });
    await screen.findByText("typing...");
    wire.stored = [QUESTION, { ...REPLY, content: "I am", status: "stopped" }];
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(wire.calls).toContain(`POST /api/sessions/${SESSION}/stop`);
    wire.reply.send({ ...complete, stopped: true });
    wire.reply.end();
    expect(await screen.findByText(/Stopped/)).toBeTruthy();
    expect(bubbles()).toEqual(["Who are you?", "I am"]);
  });

  it("that is under way when the page is loaded is waited for", async () => {
    wire.stored = [{ ...QUESTION, status: "answering" }];
    openChatScreen();
    expect(await screen.findByText("Thinking...")).toBeTruthy();
    expect((await composer()).disabled).toBe(true);
    wire.stored = [QUESTION, REPLY];
    await waitFor(() => expect(bubbles()).toEqual(["Who are you?", "I am Tucker. Woof!"]));
    expect(screen.queryByText("Thinking...")).toBeNull();
  });

  it("is waited for where the connection breaks, because the server goes on", async () => {
    openChatScreen();
    await ask();
    wire.stored = [{ ...QUESTION, status: "answering" }];
    wire.reply.send(saved, { type: "content", content: "I am" });
    await screen.findByText("typing...");
    wire.reply.breakOff();
    expect(await screen.findByText("Thinking...")).toBeTruthy();
    wire.stored = [QUESTION, REPLY];
    await waitFor(() => expect(bubbles()).toEqual(["Who are you?", "I am Tucker. Woof!"]));
  });

  it("is text with light formatting at most, whatever it says [T96]", async () => {
    const content = '<img src=x onerror="alert(1)"> [link](https://example.com) https://example.com **bold**';
    wire.stored = [QUESTION, { ...REPLY, content }];
    openChatScreen();
    const shown = '<img src=x onerror="alert(1)"> link (https://example.com) https://example.com bold';
    await waitFor(() => expect(bubbles()[1]).toBe(shown));
    expect(document.querySelectorAll("article img, article a")).toHaveLength(0);
    expect(document.querySelector("article strong")?.textContent).toBe("bold");
  });

  it("shows what it was grounded on, and opens it", async () => {
    wire.stored = [
      QUESTION,
      {
        ...REPLY,
        sources: [
          { kind: "diary", filename: "Pet diary", question: "What is my favorite toy?", answer: "The red ball." },
          { kind: "document", filename: "vet.pdf", documentId: uuid(9), page: 3, passage: "Weight: 12 kg" },
        ],
      },
    ];
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "What is my favorite toy?" }));
    expect(screen.getByRole("dialog", { name: "Pet diary" }).textContent).toContain("The red ball.");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "vet.pdf, page 3" }));
    expect(screen.getByRole("dialog", { name: "vet.pdf" }).textContent).toContain("Weight: 12 kg");
  });

  it("is copied, and says that it was", async () => {
    const user = userEvent.setup();
    wire.stored = [QUESTION, REPLY];
    openChatScreen();
    await user.click(await screen.findByRole("button", { name: "Copy" }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(REPLY.content);
  });
});

describe("a long conversation", () => {
  it("begins with its newest 50 messages; older ones come when the reader scrolls up", async () => {
    wire.stored = Array.from({ length: 120 }, (_, index) => messageOf(index + 1));
    openChatScreen();
    await waitFor(() => expect(bubbles()).toHaveLength(50));
    expect(bubbles().at(-1)).toBe("message 120");
    act(() => void fireEvent.scroll(screen.getByRole("region", { name: "Messages" })));
    await waitFor(() => expect(bubbles()).toHaveLength(100));
    expect(wire.calls.at(-1)).toContain(`limit=50&before=${uuid(171)}`);
    expect(bubbles()[0]).toBe("message 21");
    act(() => void fireEvent.scroll(screen.getByRole("region", { name: "Messages" })));
    await waitFor(() => expect(bubbles()).toHaveLength(120));
    expect(screen.queryByRole("button", { name: "Show earlier messages" })).toBeNull();
  });
});
