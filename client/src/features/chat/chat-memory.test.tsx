import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Memory } from "#shared/api/memory.ts";
import { AGENT, type ChatAnswers, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";

const suggestion = (id: string, text: string): Memory => ({
  id,
  agentId: AGENT,
  store: "person",
  kind: "person",
  text,
  quote: null,
  date: null,
  status: "pending",
  isMuted: false,
  supersedes: null,
  toldAt: AT,
  approvedAt: null,
  lastUsedAt: null,
  lapsesAt: null,
});

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
  wire.suggested = [suggestion(uuid(40), "I moved to Lisbon."), suggestion(uuid(41), "I like rain.")];
});

const cards = () => screen.findAllByRole("region", { name: "May Tucker remember this?" });
const changed = () => wire.calls.filter((call) => call.includes("/api/memories/"));

describe("what might be remembered", () => {
  it("stands in the next chat, and is kept, changed or declined with a tap", async () => {
    openChatScreen();
    const [lisbon, rain] = await cards();
    if (lisbon === undefined || rain === undefined) throw new Error("Two cards were expected.");
    await userEvent.click(within(lisbon).getByRole("button", { name: "Change" }));
    const field = within(lisbon).getByLabelText("In your words");
    await userEvent.clear(field);
    await userEvent.type(field, "I moved to Porto.");
    await userEvent.click(within(lisbon).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(changed()).toEqual([`POST /api/memories/${uuid(40)}/approve`]));
    const [left] = await cards();
    expect(left?.textContent).toContain("I like rain.");
    await userEvent.click(screen.getByRole("button", { name: "No" }));
    await waitFor(() => expect(changed().at(-1)).toBe(`POST /api/memories/${uuid(41)}/decline`));
    await waitFor(() => expect(screen.queryByText("May Tucker remember this?")).toBeNull());
  });

  it("is counted at the way to what the pet knows", async () => {
    openChatScreen();
    await cards();
    const panel = within(screen.getByRole("complementary", { name: "About Tucker" }));
    const link = panel.getByRole("link", { name: "What Tucker knows about you: 2 suggestions" });
    expect(link.getAttribute("href")).toBe(`/memories/${AGENT}`);
  });
});
