import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  bubbles,
  type ChatAnswers,
  composer,
  openChatScreen,
  SESSION,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

let wire: ChatAnswers;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

async function askWhereTheBallIs(): Promise<HTMLTextAreaElement> {
  openChatScreen();
  const field = await composer();
  await userEvent.type(field, "Where is the ball?{Enter}");
  return field;
}

const session = { type: "session", sessionId: SESSION } as const;

describe("a question that the server does not acknowledge is in the composer again [T150]", () => {
  it("where a portal answers with a page of its own", async () => {
    wire.contentType = "text/html";
    const field = await askWhereTheBallIs();
    expect(await screen.findByText("Failed to send message")).toBeTruthy();
    expect(screen.getByText("The server answered with a page instead of data (200). Try again.")).toBeTruthy();
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
    expect(bubbles()).toEqual([]);
  });

  it("where a proxy refuses it with a page, of which nothing is shown", async () => {
    wire.refusal = { status: 502, body: "<html><h1>502 Bad Gateway</h1><hr>nginx</html>" };
    const field = await askWhereTheBallIs();
    expect(await screen.findByText("The server answered with a page instead of data (502). Try again.")).toBeTruthy();
    expect(screen.queryByText(/nginx/)).toBeNull();
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
  });

  it("where the line is cut", async () => {
    const field = await askWhereTheBallIs();
    wire.reply.breakOff();
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
    expect(await screen.findByText(/^No connection/)).toBeTruthy();
  });

  it("where the stream ends without a word", async () => {
    const field = await askWhereTheBallIs();
    wire.reply.end();
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
    expect(await screen.findByText(/^No connection/)).toBeTruthy();
  });

  it("where the server gives up before it has stored it, in the server's words", async () => {
    const field = await askWhereTheBallIs();
    wire.reply.send(session, { type: "error", error: "The database is away.", code: "unavailable" });
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
    expect(await screen.findByText("The database is away.")).toBeTruthy();
  });

  it("but not one that it has acknowledged: that is in the chat", async () => {
    const field = await askWhereTheBallIs();
    wire.calls = [];
    wire.reply.send(session, { type: "user_message_saved", messageId: uuid(101) });
    await waitFor(() => expect(wire.calls).toHaveLength(1));
    wire.reply.breakOff();
    await waitFor(() => expect(field.disabled).toBe(false));
    expect(field.value).toBe("");
    expect(bubbles()).toEqual(["Where is the ball?"]);
  });

  it("when the person comes back to a chat that was left before", async () => {
    await askWhereTheBallIs();
    await screen.findByRole("button", { name: "Stop" });
    await userEvent.click(screen.getByRole("button", { name: "New Chat" }));
    await waitFor(() => expect(sessionStorage.getItem(`draft:${SESSION}`)).toBe("Where is the ball?"));
  });
});
