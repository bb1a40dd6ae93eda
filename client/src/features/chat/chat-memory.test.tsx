import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Memory } from "#shared/api/memory.ts";
import { AGENT, type ChatAnswers, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { answerOf, questionOf } from "#tests/support/setup-screen.tsx";
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

  it("stands in a new chat also where it was suggested on this very page", async () => {
    const [first] = wire.suggested;
    wire.suggested = [];
    wire.stored = [messageOf(1), messageOf(2)];
    openChatScreen();
    await screen.findByRole("button", { name: "New Chat" });
    wire.suggested = first === undefined ? [] : [first];
    wire.stored = [];
    await userEvent.click(screen.getByRole("button", { name: "New Chat" }));
    expect(await cards()).toHaveLength(1);
  });

  it("is gone where another tab answered first, and says so", async () => {
    openChatScreen();
    const [lisbon] = await cards();
    wire.suggested = [];
    await userEvent.click(within(lisbon ?? document.body).getByRole("button", { name: "Keep" }));
    expect(await screen.findByText("That was not saved")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("May Tucker remember this?")).toBeNull());
  });

  it("says when it was, as exactly as it is known", async () => {
    const dated = { on: "2019-05-01", precision: "month" } as const;
    wire.suggested = wire.suggested.map((each) => ({ ...each, date: dated }));
    openChatScreen();
    const [lisbon] = await cards();
    expect(lisbon?.textContent).toContain("When: May 2019");
  });

  it("is counted at the way to what the pet knows", async () => {
    openChatScreen();
    await cards();
    const panel = within(screen.getByRole("complementary", { name: "About Tucker" }));
    const link = panel.getByRole("link", { name: "What Tucker knows about you: 2 suggestions" });
    expect(link.getAttribute("href")).toBe(`/memories/${AGENT}`);
    expect(screen.getByRole("button", { name: "About Tucker: 2 suggestions" })).toBeTruthy();
  });
});

describe("a reply that was taken from what somebody told", () => {
  const id = uuid(40);
  const open = async () => {
    wire.stored = [
      messageOf(1),
      messageOf(2, { sources: null, recalled: [{ id, text: "I moved to Lisbon.", toldAt: AT }] }),
    ];
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: /^You told me on / }));
    return within(await screen.findByRole("dialog", { name: /^You told me on / }));
  };

  it("shows what that was, and lets it be corrected, kept quiet and forgotten", async () => {
    const sheet = await open();
    await userEvent.click(await sheet.findByRole("button", { name: "Correct" }));
    const field = sheet.getByLabelText("In your words");
    await userEvent.clear(field);
    await userEvent.type(field, "I moved to Porto.");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    expect(await sheet.findByText("I moved to Porto.")).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Don't bring it up" }));
    await userEvent.click(await sheet.findByRole("button", { name: "May be brought up" }));
    await userEvent.click(await sheet.findByRole("button", { name: "Forget" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(changed().filter((call) => !call.startsWith("GET"))).toEqual([
      ...Array.from({ length: 3 }, () => `PATCH /api/memories/${id}`),
      `DELETE /api/memories/${id}`,
    ]);
  });

  it("says so where it is forgotten already", async () => {
    wire.suggested = [];
    const sheet = await open();
    expect(await sheet.findByText("This is forgotten already.")).toBeTruthy();
  });
});

describe("what the owner wrote down of the pet's life", () => {
  it("counts among what the pet knows, and stands beside the diary's answers", async () => {
    const ofItsLife = (id: string): Memory => ({ ...suggestion(id, "We moved."), store: "pet", status: "active" });
    wire.ofItsLife = [ofItsLife(uuid(42)), ofItsLife(uuid(43))];
    wire.questions = [questionOf(1, "What is my favorite food?", "Food"), questionOf(2, "Where do I sleep?", "Habits")];
    wire.answers = [answerOf(uuid(101), "Cheese")];
    openChatScreen();
    const panel = within(await screen.findByRole("complementary", { name: "About Tucker" }));
    expect(await panel.findByRole("heading", { name: "Tucker knows 3 of 4 things" })).toBeTruthy();
    expect(panel.getByText("Memories").nextElementSibling?.textContent).toBe("2");
  });
});
