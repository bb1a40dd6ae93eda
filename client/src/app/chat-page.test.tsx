import { cleanup, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "#shared/api/agents.ts";
import type { LatestChat } from "#shared/api/chat.ts";
import { AT, petOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { activePetNow, setActivePet } from "@/domain/pets/active-pet.ts";
import { ChatPage } from "./chat-page.tsx";

const chatWith = (pet: Agent, id: string): LatestChat => ({
  id,
  agentId: pet.id,
  agentName: pet.name,
  lastMessage: { role: "user", content: "Good night", createdAt: AT },
  lastQuestion: "Good night",
});

let pets: Agent[];
/** Pets beyond the list, where there are any. */
let far: Agent[];
let demo: Agent | null;
let latest: LatestChat[];
let isDown: boolean;
/** The ids of the pets for which a chat was opened. */
let begun: string[];

beforeEach(() => {
  pets = [
    petOf({ id: uuid(1), name: "Biscuit" }),
    petOf({ id: uuid(2), name: "Old Tucker" }),
    petOf({ id: uuid(3), name: "Tucker" }),
  ];
  demo = null;
  latest = [];
  far = [];
  isDown = false;
  begun = [];
  history.replaceState(null, "", "/chat");
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (isDown) throw new TypeError("fetch failed");
    if (address.startsWith("/api/agents?q=tucker"))
      return Response.json({ agents: far, agentsCreatedByUser: 1, isAdmin: true });
    const asked = far.find(({ id }) => address === `/api/agents/${id}`);
    if (asked !== undefined) return Response.json(asked);
    if (address === "/api/agents" && far.length > 0)
      return Response.json({ agents: pets, agentsCreatedByUser: 1, isAdmin: true, nextCursor: "place" });
    if (address === "/api/agents") return Response.json({ agents: pets, agentsCreatedByUser: 1, isAdmin: false, demo });
    if (address === "/api/sessions/latest") return Response.json({ chats: latest });
    if (/^\/api\/agents\/[^/]+$/.test(address))
      return Response.json({ error: "No", code: "not_found" }, { status: 404 });
    if (address !== "/api/sessions") return Response.json([]);
    const { agentId } = JSON.parse(String(init.body));
    begun.push(agentId);
    return Response.json({
      id: uuid(100 + begun.length),
      agentId,
      name: null,
      isTemporary: false,
      createdAt: AT,
      updatedAt: AT,
    });
  });
});

function openPage(agentId?: string) {
  showPage(
    <StrictMode>
      <ChatPage agentId={agentId} />
    </StrictMode>,
  );
}

const name = async () => (await screen.findByRole("heading", { level: 1 })).textContent;

describe("the dedicated chat page", () => {
  it("says that it is loading Tucker's chat", async () => {
    openPage();
    expect(screen.getByText("Loading Tucker's chat")).toBeTruthy();
    await name();
  });

  it("is with the pet of its address", async () => {
    openPage(uuid(1));
    expect(await name()).toBe("Biscuit");
    expect(await screen.findByPlaceholderText("Ask Biscuit...")).toBeTruthy();
  });

  it("is with the first that has Tucker in its name where the address names none", async () => {
    openPage();
    expect(await name()).toBe("Old Tucker");
  });

  it("is with the first pet where none is called so", async () => {
    pets = [petOf({ id: uuid(1), name: "Biscuit" }), petOf({ id: uuid(4), name: "Minka" })];
    openPage();
    expect(await name()).toBe("Biscuit");
  });

  it("begins one new chat each time that it is loaded, whichever was open", async () => {
    setActivePet({ agentId: uuid(2), sessionId: uuid(50) });
    openPage();
    await name();
    expect(begun).toEqual([uuid(2)]);
    cleanup();
    openPage();
    await name();
    expect(begun).toEqual([uuid(2), uuid(2)]);
  });

  it("finds both among more pets than the server lists at once", async () => {
    pets = [petOf({ id: uuid(1), name: "Biscuit" })];
    far = [petOf({ id: uuid(5), name: "Far Tucker" })];
    openPage();
    expect(await name()).toBe("Far Tucker");
    cleanup();
    openPage(uuid(5));
    expect(await name()).toBe("Far Tucker");
    cleanup();
    openPage(uuid(6));
    expect(await name()).toBe("This Pet Is Not Available");
    expect(begun).toEqual([uuid(5), uuid(5)]);
  });

  it("has no other pet in the place of one that the owner may not use", async () => {
    openPage(uuid(9));
    expect(await name()).toBe("This Pet Is Not Available");
    expect(begun).toEqual([]);
  });

  it("is with the demo pet for an account without a pet, and for any account by its name", async () => {
    pets = [];
    demo = petOf({ id: uuid(8), name: "Tucker" });
    openPage();
    expect(await name()).toBe("Tucker");
    expect(begun).toEqual([uuid(8)]);
    cleanup();
    pets = [petOf({ id: uuid(1), name: "Biscuit" })];
    openPage();
    expect(await name()).toBe("Tucker");
  });

  it("offers to continue the last chat with the demo pet, or a later one with a pet of one's own", async () => {
    const biscuit = petOf({ id: uuid(1), name: "Biscuit" });
    demo = petOf({ id: uuid(8), name: "Tucker" });
    pets = [biscuit];
    latest = [chatWith(biscuit, uuid(41)), chatWith(demo, uuid(40))];
    openPage();
    await userEvent.click(await screen.findByRole("button", { name: /^Continue the last chat/ }));
    await waitFor(() => expect(activePetNow()).toEqual({ agentId: uuid(8), sessionId: uuid(40) }));
    cleanup();
    latest = [chatWith(biscuit, uuid(41))];
    openPage();
    await userEvent.click(await screen.findByRole("button", { name: /^Back to Biscuit/ }));
    expect(activePetNow()).toEqual({ agentId: uuid(1), sessionId: uuid(41) });
    expect(location.search).toBe("?tab=chat");
  });

  it("tells that Tucker is not available where there is no pet", async () => {
    pets = [];
    openPage();
    expect(await name()).toBe("Tucker Not Available");
    expect(screen.getByText("He may be napping. Please check back later or contact the administrator.")).toBeTruthy();
  });

  it("offers to try again where the server can't be reached", async () => {
    isDown = true;
    openPage();
    expect(await name()).toBe("Your pets could not be loaded");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByPlaceholderText("Ask Old Tucker...")).toBeTruthy();
  });
});
