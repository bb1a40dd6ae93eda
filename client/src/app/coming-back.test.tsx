import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LatestChat } from "#shared/api/chat.ts";
import {
  AGENT,
  agent,
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  openChatScreen,
  SESSION,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";

const rex = { ...agent, id: uuid(20), name: "Rex" };
const YESTERDAY = uuid(30);

const chatWith = (pet: { id: string; name: string }, fields: Partial<LatestChat> = {}): LatestChat => ({
  id: YESTERDAY,
  agentId: pet.id,
  agentName: pet.name,
  lastMessage: { role: "assistant", content: "I dug a hole.", createdAt: "2026-05-03T18:04:00.000Z" },
  lastQuestion: "What did you do all day?",
  ...fields,
});
const earlier = { role: "user", content: "Hi", createdAt: "2026-05-01T08:00:00.000Z" } as const;

let wire: ChatAnswers;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const begun = () => wire.calls.filter((call) => call === "POST /api/sessions");
const readChats = () => wire.calls.filter((call) => call.includes("/messages")).map((call) => call.split("/")[3]);
const offers = async () => within(await screen.findByRole("list", { name: "Chats to go on with" }));

describe("opening the chat", () => {
  it("goes on with the pet used last, in the chat last held with it", async () => {
    wire.agents = [rex, agent];
    wire.latest = [chatWith(agent, { id: SESSION }), chatWith(rex)];
    wire.stored = [messageOf(1), messageOf(2)];
    openChatScreen({ isLoaded: false });
    await waitFor(() => expect(bubbles()).toEqual(["message 1", "message 2"]));
    expect(document.activeElement).toBe(await composer());
    expect(readChats()).toEqual([SESSION]);
    expect(begun()).toEqual([]);
  });

  it("keeps the chat of this browser tab, whatever another device did last", async () => {
    wire.agents = [rex, agent];
    wire.latest = [chatWith(rex)];
    wire.stored = [messageOf(1)];
    openChatScreen();
    await waitFor(() => expect(bubbles()).toEqual(["message 1"]));
    expect(readChats()).toEqual([SESSION]);
  });

  it("takes the next pet where the one of this tab was deleted or is no longer shared", async () => {
    wire.agents = [rex];
    wire.latest = [chatWith(rex)];
    wire.stored = [messageOf(1)];
    openChatScreen();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Rex");
    expect(readChats()).toEqual([YESTERDAY]);
  });

  it("begins the first chat with the only pet", async () => {
    openChatScreen({ isLoaded: false });
    expect(await screen.findByText("I'm ready for a conversation. How are you doing today?")).toBeTruthy();
    expect(begun()).toHaveLength(1);
  });

  it("lets the person choose the first of several pets", async () => {
    wire.agents = [rex, agent];
    const { onSetup } = openChatScreen({ isLoaded: false });
    expect(await screen.findByText("Please Load a Pet First")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Chat with/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Go to Setup" }));
    expect(onSetup).toHaveBeenCalledOnce();
    expect(begun()).toEqual([]);
  });

  it("leads somebody without a pet to the demo pet", async () => {
    wire.agents = [];
    wire.demo = rex;
    openChatScreen({ isLoaded: false });
    expect((await screen.findByRole("link", { name: "Chat with Rex" })).getAttribute("href")).toBe(`/chat/${rex.id}`);
  });

  it("says that it could not be loaded, with a way to try again", async () => {
    wire.latest = null;
    openChatScreen({ isLoaded: false });
    expect(await screen.findByText("Your chat could not be loaded")).toBeTruthy();
    wire.latest = [chatWith(agent, { id: SESSION })];
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await composer()).toBeTruthy();
  });

  it("leaves the pet that was chosen while it was still asking", async () => {
    wire.agents = [rex, agent];
    let tell = (_answer: Response) => {};
    const asked = new Promise<void>((resolve) => {
      const answer = fetch;
      vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
        if (!address.endsWith("/api/sessions/latest")) return answer(address, init);
        resolve();
        return new Promise<Response>((told) => {
          tell = told;
        });
      });
    });
    openChatScreen({ isLoaded: false });
    await asked;
    setActivePet({ agentId: AGENT, sessionId: SESSION });
    tell(Response.json({ chats: [chatWith(rex)] }));
    expect(await composer()).toBeTruthy();
  });
});

describe("an empty chat", () => {
  it("offers to continue the last chat with this pet, and does so in one click", async () => {
    wire.latest = [chatWith(agent)];
    openChatScreen();
    const button = (await offers()).getByRole("button", { name: /^Continue the last chat/ });
    expect(button.textContent).toContain("You: What did you do all day?");
    expect(button.textContent).not.toContain("I dug a hole.");
    wire.stored = [messageOf(1)];
    await userEvent.click(button);
    await waitFor(() => expect(bubbles()).toEqual(["message 1"]));
    expect(readChats().at(-1)).toBe(YESTERDAY);
    await waitFor(async () => expect(document.activeElement).toBe(await composer()));
  });

  it("offers the way back to another pet that was talked with later", async () => {
    wire.agents = [rex, agent];
    wire.latest = [chatWith(agent, { id: uuid(31), lastMessage: earlier }), chatWith(rex)];
    openChatScreen();
    const names = (await offers()).getAllByRole("button").map((button) => button.textContent);
    expect(names[0]).toContain("Continue the last chat");
    await userEvent.click((await offers()).getByRole("button", { name: /^Back to Rex/ }));
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Rex");
    expect(readChats().at(-1)).toBe(YESTERDAY);
  });

  it("offers nothing where nothing was said before, or where it was said to another pet before", async () => {
    wire.agents = [rex, agent];
    wire.latest = [chatWith(agent, { id: SESSION, lastMessage: null })];
    openChatScreen();
    await screen.findByText("I'm ready for a conversation. How are you doing today?");
    await waitFor(() => expect(wire.calls).toContain("GET /api/sessions/latest"));
    expect(screen.queryByRole("list", { name: "Chats to go on with" })).toBeNull();
  });
});
