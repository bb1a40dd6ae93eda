import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "#shared/api/chat.ts";
import type { ChatEntry } from "#shared/api/history.ts";
import { petOf } from "#tests/support/fixtures.ts";
import { newQueryClient, showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { Toaster } from "@/components/ui/toaster.tsx";
import { setActivePet, useActivePet } from "@/domain/pets/active-pet.ts";
import { sessionKey } from "@/domain/session/session.ts";
import { HistoryTab } from "./history-tab.tsx";

const AGENT = uuid(1);
const ATTACK = '<img src=x onerror="alert(1)"> a red ball';

const messageOf = (n: number, content: string): Message => ({
  id: uuid(900 + n),
  agentId: AGENT,
  sessionId: uuid(10),
  role: n % 2 === 1 ? "user" : "assistant",
  content,
  audioUrl: null,
  sources: null,
  status: "complete",
  createdAt: `2026-05-04T12:0${n}:00.000Z`,
});

const chatOf = (n: number, fields: Partial<ChatEntry> = {}): ChatEntry => ({
  id: uuid(n),
  sessionId: uuid(n),
  name: null,
  agentId: AGENT,
  agentName: "Tucker",
  agentAvatarUrl: null,
  agentSpecies: null,
  user: null,
  messageCount: 2,
  firstMessageAt: "2026-05-04T12:01:00.000Z",
  lastMessageAt: "2026-05-04T12:02:00.000Z",
  messages: [messageOf(2, ATTACK)],
  matches: [],
  ...fields,
});

const TRANSCRIPT = [messageOf(1, "What do you play with?"), messageOf(2, ATTACK)];

/** The chats of the fake server, and the calls that it got. */
let chats: ChatEntry[];
let pageSize: number;
let failing: string | null;
let prints: string[];
let transcript: Message[];
/** What of the memories goes with a chat that is deleted. */
let forgotten: (string | null)[];

beforeEach(() => {
  chats = [chatOf(10), chatOf(11, { agentName: "Biscuit", agentId: uuid(2) })];
  pageSize = 50;
  failing = null;
  prints = [];
  transcript = TRANSCRIPT;
  forgotten = [];
  vi.stubGlobal("fetch", answer);
  window.print = () => {
    prints.push(`${document.title} | ${document.querySelector(".print-sheet")?.textContent}`);
    window.dispatchEvent(new Event("afterprint"));
  };
});

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, "http://pet.test");
  const call = `${init.method} ${url.pathname}`;
  if (failing !== null && call.startsWith(failing))
    return Response.json({ error: "The kennel is closed.", code: "unavailable" }, { status: 503 });
  if (url.pathname === "/api/agents")
    return Response.json({ agents: [petOf({ name: "Tucker" })], agentsCreatedByUser: 1, isAdmin: false });
  if (call === "GET /api/admin/chat-sessions")
    return Response.json(pageOf(chats, Number(url.searchParams.get("cursor") ?? 0)));
  if (call === "POST /api/admin/search-sessions") {
    const { query } = JSON.parse(String(init.body));
    const found = chats
      .filter((chat) => query === "ball" || chat.agentName.toLowerCase().includes(query))
      .map((chat) => ({ ...chat, matches: query === "ball" ? [{ ...messageOf(2, ""), snippet: ATTACK }] : [] }));
    return Response.json(pageOf(found, 0));
  }
  const id = url.pathname.split("/").at(-1);
  if (url.pathname.endsWith("/heart")) {
    transcript = transcript.map((message) => ({ ...message, ...JSON.parse(String(init.body)) }));
    return Response.json({ success: true });
  }
  if (init.method === "DELETE") {
    chats = chats.filter((chat) => chat.id !== id);
    forgotten.push(url.searchParams.get("memories"));
    return Response.json({ success: true });
  }
  return Response.json({ session: chats.find((chat) => chat.id === id), messages: transcript });
}

const pageOf = (found: ChatEntry[], from: number) => ({
  sessions: found.slice(from, from + pageSize),
  total: found.length,
  isTotalExact: true,
  nextCursor: from + pageSize < found.length ? String(from + pageSize) : null,
});

function openHistory() {
  const client = newQueryClient();
  client.setQueryData(sessionKey, { status: "authenticated", user: { firstName: "Ada", lastName: "Byron" } });
  const onChat = vi.fn();
  showPage(
    <>
      <HistoryTab onChat={onChat} />
      <ActiveChat />
      <Toaster />
    </>,
    client,
  );
  return { onChat };
}

const ActiveChat = () => <output data-testid="active">{useActivePet()?.sessionId}</output>;

const rows = () => screen.getAllByRole("article").map((row) => within(row).getByRole("heading").textContent);
const firstRow = async () => within((await screen.findAllByRole("article"))[0] ?? document.body);

async function search(query: string): Promise<void> {
  await screen.findAllByRole("article");
  await userEvent.type(screen.getByPlaceholderText("Search by agent name or keywords..."), query);
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
}

describe("My Chat History", () => {
  it("lists the owner's chats with their size and both moments", async () => {
    openHistory();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Chat History");
    expect(screen.getByText("View and manage all your chat sessions")).toBeTruthy();
    expect(await screen.findByText("Chat Sessions (2)")).toBeTruthy();
    const row = await firstRow();
    expect(row.getByText("2 messages")).toBeTruthy();
    expect(row.getByText(/^Started:/).parentElement?.querySelector("time")?.dateTime).toBe("2026-05-04T12:01:00.000Z");
    expect(row.getByText(/^Last:/).parentElement?.querySelector("time")?.dateTime).toBe("2026-05-04T12:02:00.000Z");
    expect(document.querySelector("img")).toBeNull();
  });

  it("calls a chat by its name and the owner's last words, and not by half a reply", async () => {
    const messages = [messageOf(1, "Where is the ball?"), messageOf(3, "And the bone?"), messageOf(4, "In the pond.")];
    chats = [
      chatOf(10, { name: "Where is the ball?", messages }),
      chatOf(11, { name: "Hello", messages: [messageOf(1, "Hello")] }),
    ];
    openHistory();
    const row = await firstRow();
    expect(row.getByText("Where is the ball?")).toBeTruthy();
    expect(row.getByText("And the bone?").parentElement?.textContent).toBe("You: And the bone?");
    expect(screen.queryByText("In the pond.")).toBeNull();
    expect(screen.getAllByText("Hello")).toHaveLength(1);
  });

  it("says so where nothing was said yet, and leads to the chat", async () => {
    chats = [];
    const { onChat } = openHistory();
    expect(await screen.findByText("No chat sessions found")).toBeTruthy();
    expect(screen.getByText("Chat Sessions (0)")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Start Chatting" }));
    expect(onChat).toHaveBeenCalledOnce();
  });

  it("offers to try again where the list can't be had", async () => {
    failing = "GET /api/admin/chat-sessions";
    openHistory();
    expect(await screen.findByText("Your chats could not be loaded")).toBeTruthy();
    failing = null;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Chat Sessions (2)")).toBeTruthy();
  });

  it("shows more of a long list, and its full length from the start", async () => {
    chats = [1, 2, 3, 4, 5].map((n) => chatOf(10 + n, { agentName: `Pet ${n}` }));
    pageSize = 2;
    openHistory();
    expect(await screen.findByText("Chat Sessions (5)")).toBeTruthy();
    expect(rows()).toEqual(["Pet 1", "Pet 2"]);
    await userEvent.click(screen.getByRole("button", { name: "Show more chats" }));
    await waitFor(() => expect(rows()).toHaveLength(4));
    await userEvent.click(screen.getByRole("button", { name: "Show more chats" }));
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(screen.queryByRole("button", { name: "Show more chats" })).toBeNull();
  });

  it("shows the whole list again at Enter in the emptied search, and what is new in it", async () => {
    openHistory();
    await search("biscuit");
    await waitFor(() => expect(rows()).toEqual(["Biscuit"]));
    chats.push(chatOf(12, { agentName: "Miso" }));
    const field = screen.getByPlaceholderText("Search by agent name or keywords...");
    await userEvent.clear(field);
    await userEvent.type(field, "{Enter}");
    await waitFor(() => expect(rows()).toEqual(["Tucker", "Biscuit", "Miso"]));
  });

  it("goes on with an old chat, unless the pet is no longer the owner's", async () => {
    const { onChat } = openHistory();
    await screen.findByText("Chat Sessions (2)");
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Continue Chat" })).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Continue Chat" }));
    expect(onChat).toHaveBeenCalledOnce();
    expect(screen.getByTestId("active").textContent).toBe(uuid(10));
  });
});

describe("a search", () => {
  it("waits for a word", async () => {
    openHistory();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Search" });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByPlaceholderText("Search by agent name or keywords..."), "  ");
    expect(button.disabled).toBe(true);
  });

  it("shows what it found with the words marked and no markup run, and can be cleared [T97]", async () => {
    openHistory();
    await search("ball");
    expect(await screen.findByText("Search completed")).toBeTruthy();
    expect(screen.getByText("Found 2 chat sessions")).toBeTruthy();
    const row = await firstRow();
    expect(row.getByText("ball").tagName).toBe("MARK");
    expect(row.getByText(/<img src=x/)).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(document.querySelector("mark")).toBeNull());
    expect(screen.getByPlaceholderText<HTMLInputElement>("Search by agent name or keywords...").value).toBe("");
  });

  it("shows a pet's name as the text that it is [T97]", async () => {
    chats = [chatOf(10, { agentName: ATTACK })];
    openHistory();
    expect(await screen.findAllByText(/<img src=x/)).not.toEqual([]);
    expect(document.querySelector("img")).toBeNull();
  });

  it("marks the name of the pet", async () => {
    openHistory();
    await search("tuck");
    await waitFor(() => expect(rows()).toEqual(["Tucker"]));
    expect(screen.getByText("Tuck").tagName).toBe("MARK");
  });

  it("that finds nothing says so", async () => {
    openHistory();
    await search("unicorn");
    expect(await screen.findByText("No results found")).toBeTruthy();
    expect(screen.getByText("No sessions found matching your search")).toBeTruthy();
    expect(screen.getByText("Chat Sessions (0)")).toBeTruthy();
  });

  it("that fails keeps the list and what was typed", async () => {
    failing = "POST";
    openHistory();
    await search("ball");
    expect(await screen.findByText("Search failed")).toBeTruthy();
    expect(screen.getByText("The kennel is closed.")).toBeTruthy();
    expect(rows()).toHaveLength(2);
    expect(screen.getByPlaceholderText<HTMLInputElement>("Search by agent name or keywords...").value).toBe("ball");
  });
});

describe("one chat", () => {
  it("is read as a whole, as plain text with speakers and times", async () => {
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "View" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Tucker" }));
    expect(await dialog.findByText("What do you play with?")).toBeTruthy();
    expect(dialog.getByText(ATTACK)).toBeTruthy();
    expect(dialog.getByText("You")).toBeTruthy();
    expect(dialog.getAllByText("Tucker")).toHaveLength(2);
    expect(document.querySelector("img")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(prints).toHaveLength(1));
  });

  it("keeps a reply with a heart where it is read again", async () => {
    transcript = TRANSCRIPT.map((message) => (message.role === "user" ? message : { ...message, isKept: false }));
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "View" }));
    const heart = await screen.findByRole("button", { name: "Keep with a heart", pressed: false });
    await userEvent.click(heart);
    expect(await screen.findByRole("button", { name: "Keep with a heart", pressed: true })).toBeTruthy();
    await waitFor(() => expect(transcript.at(-1)?.isKept).toBe(true));
  });

  it("is printed on a sheet of its own, which then goes away", async () => {
    const title = document.title;
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "Print" }));
    expect(await screen.findByText("Print initiated")).toBeTruthy();
    expect(screen.getByText("Chat session sent to printer")).toBeTruthy();
    await waitFor(() => expect(prints).toHaveLength(1));
    for (const text of ["Chat with Tucker, ", "2 messages", "Started: ", "Ada Byron", "What do you play with?", ATTACK])
      expect(prints[0]).toContain(text);
    await waitFor(() => expect(document.querySelector(".print-sheet")).toBeNull());
    expect(document.title).toBe(title);
  });

  it("is deleted once that is confirmed, and let go where it was open", async () => {
    setActivePet({ agentId: AGENT, sessionId: uuid(10) });
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "Delete" }));
    const dialog = within(screen.getByRole("alertdialog", { name: "Delete Chat Session" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete Session" }));
    expect(await screen.findByText("Chat session deleted successfully")).toBeTruthy();
    expect(await screen.findByText("Chat Sessions (1)")).toBeTruthy();
    expect(rows()).toEqual(["Biscuit"]);
    expect(screen.getByTestId("active").textContent).toBe("");
    expect(forgotten).toEqual(["keep"]);
  });

  it("takes what was remembered from it along where that is wanted", async () => {
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "Delete" }));
    await userEvent.click(screen.getByRole("switch", { name: "Forget what Tucker remembers from it, too" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete Session" }));
    await waitFor(() => expect(forgotten).toEqual(["forget"]));
  });

  it("stays where it can't be deleted", async () => {
    failing = "DELETE";
    openHistory();
    await userEvent.click((await firstRow()).getByRole("button", { name: "Delete" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete Session" }));
    expect(await screen.findByText("Failed to delete chat session")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(rows()).toHaveLength(2);
  });
});
