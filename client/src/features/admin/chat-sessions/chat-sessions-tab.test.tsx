import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";

const chat = {
  id: uuid(5),
  sessionId: uuid(5),
  name: null,
  agentId: uuid(2),
  agentName: "Biscuit",
  agentAvatarUrl: null,
  agentSpecies: null,
  user: { id: uuid(1), name: "Ada Lovelace", username: "ada_lovelace" },
  messageCount: 2,
  firstMessageAt: AT,
  lastMessageAt: AT,
  messages: [],
  matches: [],
};
const message = (n: number, role: string, content: string) => ({
  id: uuid(n),
  agentId: uuid(2),
  sessionId: uuid(5),
  role,
  content,
  audioUrl: null,
  sources: null,
  status: "complete",
  createdAt: AT,
});
const page = (...sessions: (typeof chat)[]) => ({
  sessions,
  total: sessions.length,
  isTotalExact: true,
  nextCursor: null,
});

describe("the tab Chat Sessions", () => {
  it("lists everybody's chats and shows a transcript with 'User' and the agent's name", async () => {
    const { visitor, sent } = showAdmin({
      tab: "chat-sessions",
      wire: {
        "GET /api/admin/chat-sessions": () => page(chat),
        [`GET /api/admin/chat-sessions/${uuid(5)}`]: () => ({
          session: chat,
          messages: [message(11, "user", "Who are you?"), message(12, "assistant", "I am a dog.")],
        }),
      },
    });
    const row = (await screen.findByText("2 messages")).closest("li");
    expect(row?.textContent).toContain("Biscuit2 messagesAda Lovelace (@ada_lovelace)Last message: ");
    expect(screen.getByRole("heading", { name: "Chat Sessions (1)" })).toBeTruthy();
    expect(sent[0]?.call).toContain("scope=all");
    await visitor.click(await button("View"));
    const dialog = within(await screen.findByRole("dialog", { name: "Chat with Biscuit" }));
    const [question, reply] = await dialog.findAllByRole("listitem");
    expect(question?.textContent).toMatch(/^User.*Who are you\?$/);
    expect(reply?.textContent).toMatch(/^Biscuit.*I am a dog\.$/);
  });

  it("searches, says what came of it, and shows the whole list again", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "chat-sessions",
      wire: { "GET /api/admin/chat-sessions": () => page(chat), "POST /api/admin/search-sessions": () => page() },
    });
    const search = await button("Search");
    expect(search.hasAttribute("disabled")).toBe(true);
    await visitor.type(screen.getByPlaceholderText("Search by agent name or keywords..."), "cat");
    await visitor.click(search);
    expect(await screen.findByText("No results found")).toBeTruthy();
    expect(await screen.findByText("No sessions found matching your search")).toBeTruthy();
    expect(mutations()[0]?.body).toMatchObject({ scope: "all", query: "cat" });
    await visitor.click(await button("Clear"));
    expect(await screen.findByText("2 messages")).toBeTruthy();
  });

  it("says of a search that finds more than is counted only that it does", async () => {
    const many = { ...page(chat), total: 1000, isTotalExact: false, nextCursor: "next" };
    const { visitor } = showAdmin({
      tab: "chat-sessions",
      wire: { "GET /api/admin/chat-sessions": () => page(chat), "POST /api/admin/search-sessions": () => many },
    });
    await visitor.type(screen.getByPlaceholderText("Search by agent name or keywords..."), "the");
    await visitor.click(await button("Search"));
    expect(await screen.findByText("Found more than 1,000 chat sessions")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Chat Sessions (1,000+)" })).toBeTruthy();
    expect(screen.getByText("1 of more than 1,000")).toBeTruthy();
  });

  it("says that there are none", async () => {
    showAdmin({ tab: "chat-sessions", wire: { "GET /api/admin/chat-sessions": () => page() } });
    expect(await screen.findByText("No chat sessions found")).toBeTruthy();
  });

  it("deletes a chat after a question, and says so where that fails", async () => {
    let isRefused = true;
    const { visitor } = showAdmin({
      tab: "chat-sessions",
      wire: {
        "GET /api/admin/chat-sessions": () => page(chat),
        [`DELETE /api/admin/chat-sessions/${uuid(5)}`]: () =>
          isRefused ? refusal(500, "Something went wrong.") : { success: true },
      },
    });
    await visitor.click(await button("Delete"));
    const question = within(await screen.findByRole("alertdialog", { name: "Delete Chat Session" }));
    await visitor.click(question.getByRole("button", { name: "Delete Session" }));
    expect(await screen.findByText("Failed to delete chat session")).toBeTruthy();
    isRefused = false;
    await visitor.click(question.getByRole("button", { name: "Delete Session" }));
    expect(await screen.findByText("Chat session deleted successfully")).toBeTruthy();
    expect(await screen.findByText("No chat sessions found")).toBeTruthy();
  });
});
