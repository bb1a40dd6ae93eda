import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatAnswers, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const QUESTION = messageOf(1, { content: "Do you like snow?" });
const OWN = messageOf(2, { content: "Snow? I am just a pet.", sources: [] });
const REMEMBERED = messageOf(2, {
  content: "I eat it.",
  sources: [{ kind: "diary", filename: "Pet diary", question: "Do you like snow?", answer: "I eat it." }],
});

let wire: ChatAnswers;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

const reply = async () => within(await screen.findByRole("article", { name: "Tucker" }));
const mark = (bubble: Awaited<ReturnType<typeof reply>>) => bubble.queryByRole("button", { name: "in my own words" });
const adding = (bubble: Awaited<ReturnType<typeof reply>>) =>
  bubble.queryByRole("button", { name: "Add to the diary" });

describe("a reply that was taken from nothing", () => {
  it("is marked, and the mark explains itself when it is pressed", async () => {
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    const bubble = await reply();
    expect(bubble.queryByText(/not a memory/)).toBeNull();
    mark(bubble)?.focus();
    await userEvent.keyboard("{Enter}");
    expect(bubble.getByText(/Tucker's own words, not a memory\..*remembers it next time/)).toBeTruthy();
    expect(mark(bubble)?.getAttribute("aria-expanded")).toBe("true");
    await userEvent.keyboard("{Enter}");
    expect(bubble.queryByText(/not a memory/)).toBeNull();
  });

  it.each([
    ["was taken from the diary", REMEMBERED],
    ["answers a greeting", { ...OWN, sources: null }],
    ["is help", { ...OWN, content: "Call the vet.", help: "Call the vet." }],
    ["was stopped", { ...OWN, status: "stopped" as const }],
    ["asks back", { ...OWN, choices: [{ label: "my bed", question: "Where do I sleep?" }] }],
  ])("is no reply that %s", async (_what, message) => {
    wire.stored = [QUESTION, message];
    openChatScreen();
    expect(mark(await reply())).toBeNull();
    expect(adding(await reply())).toBeNull();
  });

  it("is added to the diary with its question, as corrected", async () => {
    wire.hasModel = true;
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    await userEvent.click(await (await reply()).findByRole("button", { name: "Add to the diary" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add to the diary" }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Question").value).toBe("Do you like snow?");
    const answer = dialog.getByLabelText<HTMLTextAreaElement>("Tucker's answer");
    expect(answer.value).toBe("Snow? I am just a pet.");
    await userEvent.clear(answer);
    const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Save to the diary" });
    expect(save.disabled).toBe(true);
    await userEvent.type(answer, " I eat it. ");
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(wire.added).toEqual([{ question: "Do you like snow?", answer: "I eat it." }]);
    expect(screen.getByText("Added to the diary")).toBeTruthy();
    expect(screen.getByText("From now on Tucker remembers it.")).toBeTruthy();
  });

  it("is no answer where no model invents one: the owner begins with an empty field", async () => {
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    await userEvent.click(await (await reply()).findByRole("button", { name: "Add to the diary" }));
    const answer = await screen.findByLabelText<HTMLTextAreaElement>("Tucker's answer");
    expect(answer.value).toBe("");
    expect(document.activeElement).toBe(answer);
    expect(screen.getByLabelText<HTMLTextAreaElement>("Question").value).toBe("Do you like snow?");
  });

  it("is added with the question that a short one goes on with", async () => {
    wire.stored = [QUESTION, REMEMBERED, messageOf(3, { content: "why?" }), messageOf(4, { ...OWN, id: uuid(104) })];
    wire.wholeQuestion = "Do you like snow? why?";
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Add to the diary" }));
    const question = await screen.findByLabelText<HTMLTextAreaElement>("Question");
    expect(question.value).toBe("Do you like snow? why?");
    expect(wire.calls).toContain(`GET /api/messages/${uuid(104)}/whole-question`);
  });

  it("stays in the dialog where it could not be saved", async () => {
    wire.stored = [QUESTION, OWN];
    wire.diaryRefusal = { status: 409, body: JSON.stringify({ error: "It has an answer already.", code: "conflict" }) };
    openChatScreen();
    await userEvent.click(await (await reply()).findByRole("button", { name: "Add to the diary" }));
    await userEvent.type(await screen.findByLabelText("Tucker's answer"), "Woof.");
    await userEvent.click(screen.getByRole("button", { name: "Save to the diary" }));
    expect((await screen.findByRole("alert")).textContent).toContain("It has an answer already.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Tucker's answer").value).toBe("Woof.");
  });

  it("is not added by a friend, who reads that the owner may answer", async () => {
    wire.agent = { ...wire.agent, canEditDiary: false };
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    const bubble = await reply();
    expect(adding(bubble)).toBeNull();
    await userEvent.click(bubble.getByRole("button", { name: "in my own words" }));
    expect(bubble.getByText(/The owner may see the question/)).toBeTruthy();
  });
});

describe("a reply of a language model", () => {
  it("can be added too where it was taken from the diary, for it words what it knows in its own way", async () => {
    wire.hasModel = true;
    wire.stored = [QUESTION, REMEMBERED];
    openChatScreen();
    const bubble = await reply();
    await userEvent.click(await bubble.findByRole("button", { name: "Add to the diary" }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Tucker's answer")).value).toBe("I eat it.");
    expect(mark(bubble)).toBeNull();
  });
});
