import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatAnswers, composer, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
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

const STORY = messageOf(2, { content: "Once upon a time.", sources: null, mark: "play" });

const reply = async () => within(await screen.findByRole("article", { name: "Tucker" }));
const teaching = (bubble: Awaited<ReturnType<typeof reply>>) => bubble.queryByRole("button", { name: "Teach Tucker" });
const story = (bubble: Awaited<ReturnType<typeof reply>>) => bubble.queryByText("a story");

async function chooseInMenu(name: string): Promise<void> {
  await userEvent.click(await (await reply()).findByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

describe("the marks under a reply", () => {
  it("name what it was taken from", async () => {
    wire.stored = [QUESTION, REMEMBERED];
    openChatScreen();
    const bubble = await reply();
    expect(bubble.getByRole("button", { name: "Do you like snow?" })).toBeTruthy();
    expect(story(bubble) ?? teaching(bubble)).toBeNull();
  });

  it("say of what was invented on request that it is a story", async () => {
    wire.stored = [QUESTION, STORY];
    openChatScreen();
    const bubble = await reply();
    expect(story(bubble)).toBeTruthy();
    expect(teaching(bubble)).toBeNull();
  });

  it("are none for small talk and for what was said in the chat", async () => {
    for (const mark of [null, "chat"] as const) {
      wire.stored = [QUESTION, { ...OWN, sources: null, mark }];
      openChatScreen();
      const bubble = await reply();
      expect(story(bubble) ?? teaching(bubble)).toBeNull();
      expect(bubble.queryByRole("list", { name: "Sources" })).toBeNull();
      cleanup();
    }
  });

  it("come with a story at once, before it is fetched again", async () => {
    openChatScreen();
    await userEvent.type(await composer(), "Tell me a story{Enter}");
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Once upon a time." },
      { type: "complete", messageId: uuid(102), sources: null, mark: "play", audioUrl: null, stopped: false },
    );
    wire.reply.end();
    expect(await screen.findByText("a story")).toBeTruthy();
  });
});

describe("a reply to what the pet does not know", () => {
  it.each([
    ["was taken from the diary", REMEMBERED],
    ["answers a greeting", { ...OWN, sources: null }],
    ["is help", { ...OWN, content: "Call the vet.", help: "Call the vet." }],
    ["was stopped", { ...OWN, status: "stopped" as const }],
    ["asks back", { ...OWN, choices: [{ label: "my bed", question: "Where do I sleep?" }] }],
  ])("is no reply that %s", async (_what, message) => {
    wire.stored = [QUESTION, message];
    openChatScreen();
    expect(teaching(await reply())).toBeNull();
  });

  it("is taught with its question, from an empty field, whoever answered", async () => {
    wire.hasModel = true;
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    await userEvent.click(await (await reply()).findByRole("button", { name: "Teach Tucker" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add to the diary" }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Question").value).toBe("Do you like snow?");
    const answer = dialog.getByLabelText<HTMLTextAreaElement>("Tucker's answer");
    expect(answer.value).toBe("");
    expect(document.activeElement).toBe(answer);
    const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Save to the diary" });
    expect(save.disabled).toBe(true);
    await userEvent.type(answer, " I eat it. ");
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(wire.added).toEqual([{ question: "Do you like snow?", answer: "I eat it." }]);
    expect(screen.getByText("Added to the diary")).toBeTruthy();
    expect(screen.getByText("From now on Tucker remembers it.")).toBeTruthy();
  });

  it("is added with the question that a short one goes on with", async () => {
    wire.stored = [QUESTION, REMEMBERED, messageOf(3, { content: "why?" }), messageOf(4, { ...OWN, id: uuid(104) })];
    wire.wholeQuestion = "Do you like snow? why?";
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Teach Tucker" }));
    const question = await screen.findByLabelText<HTMLTextAreaElement>("Question");
    expect(question.value).toBe("Do you like snow? why?");
    expect(wire.calls).toContain(`GET /api/messages/${uuid(104)}/whole-question`);
  });

  it("stays in the dialog where it could not be saved", async () => {
    wire.stored = [QUESTION, OWN];
    wire.diaryRefusal = { status: 409, body: JSON.stringify({ error: "It has an answer already.", code: "conflict" }) };
    openChatScreen();
    await userEvent.click(await (await reply()).findByRole("button", { name: "Teach Tucker" }));
    await userEvent.type(await screen.findByLabelText("Tucker's answer"), "Woof.");
    await userEvent.click(screen.getByRole("button", { name: "Save to the diary" }));
    expect((await screen.findByRole("alert")).textContent).toContain("It has an answer already.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Tucker's answer").value).toBe("Woof.");
  });

  it("is not taught by a friend", async () => {
    wire.agent = { ...wire.agent, canEditDiary: false };
    wire.stored = [QUESTION, OWN];
    openChatScreen();
    const bubble = await reply();
    expect(teaching(bubble)).toBeNull();
    expect(bubble.queryByRole("button", { name: "More" })).toBeNull();
  });
});

describe("a heart", () => {
  const heart = async () => (await reply()).getByRole("button", { name: "Keep with a heart" });
  const isPressed = async () => (await heart()).getAttribute("aria-pressed");

  it("keeps a reply, by keyboard too, and is taken back", async () => {
    wire.stored = [QUESTION, { ...REMEMBERED, isKept: false }];
    openChatScreen();
    (await heart()).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(wire.stored[1]?.isKept).toBe(true));
    await waitFor(async () => expect(await isPressed()).toBe("true"));
    await userEvent.click(await heart());
    await waitFor(() => expect(wire.stored[1]?.isKept).toBe(false));
    await waitFor(async () => expect(await isPressed()).toBe("false"));
  });

  it("is not offered where the reply can't be kept, as in a temporary chat", async () => {
    wire.stored = [QUESTION, REMEMBERED];
    openChatScreen();
    expect((await reply()).queryByRole("button", { name: "Keep with a heart" })).toBeNull();
  });
});

describe("a reply of a language model", () => {
  it("can be added from its menu too where it was taken from the diary, for it words what it knows in its own way", async () => {
    wire.hasModel = true;
    wire.stored = [QUESTION, REMEMBERED];
    openChatScreen();
    await chooseInMenu("Add to the diary");
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Tucker's answer")).value).toBe("I eat it.");
  });
});
