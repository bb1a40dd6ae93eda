import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bubbles, type ChatAnswers, composer, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";

const WAITING = /Your question waits here/;
let wire: ChatAnswers;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

function network(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

describe("a chat without a network", () => {
  it("says so, keeps the question in the composer, and sends it when the network is back", async () => {
    openChatScreen();
    const field = await composer();
    network(false);
    expect(screen.getByText("Offline")).toBeTruthy();
    await userEvent.type(field, "Where is the ball?{Enter}");
    expect(await screen.findByText(WAITING)).toBeTruthy();
    expect(field.value).toBe("Where is the ball?");
    expect(bubbles()).toEqual([]);
    expect(wire.asked).toEqual([]);

    await userEvent.type(field, " The red one?");
    network(true);
    await waitFor(() => expect(wire.asked).toMatchObject([{ message: "Where is the ball? The red one?" }]));
    expect(screen.queryByText(WAITING)).toBeNull();
    expect(field.value).toBe("");
    expect(screen.getByText("Online")).toBeTruthy();
  });

  it("sends nothing of a question that was taken back", async () => {
    openChatScreen();
    const field = await composer();
    network(false);
    await userEvent.type(field, "Hm?{Enter}");
    await userEvent.clear(field);
    expect(screen.queryByText(WAITING)).toBeNull();
    network(true);
    expect(screen.getByText("Online")).toBeTruthy();
    expect(wire.asked).toEqual([]);
  });

  it("says in plain words that the server was not reached", async () => {
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (path.endsWith("/chat/stream")) throw new TypeError("Failed to fetch");
      return answer(path, init);
    });
    openChatScreen();
    const field = await composer();
    await userEvent.type(field, "Hello?{Enter}");
    expect(await screen.findByText("Failed to send message")).toBeTruthy();
    // Not what a screen reader is told, which stands there too for a moment and begins with 'Notification'.
    expect(screen.getByText(/^No connection/)).toBeTruthy();
    expect(screen.queryByText(/fetch/)).toBeNull();
    expect(field.value).toBe("Hello?");
  });
});
