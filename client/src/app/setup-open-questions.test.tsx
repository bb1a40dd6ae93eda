import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { answerOf, questionOf, showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const OPEN = `/api/agents/${uuid(1)}/open-questions`;
const ENTRIES = `POST /api/agents/${uuid(1)}/diary/entries`;

const openOf = (n: number, question: string, fields: Partial<OpenQuestion> = {}): OpenQuestion => ({
  id: uuid(400 + n),
  question,
  language: "en-US",
  times: 1,
  askedByCaller: true,
  askedBy: [],
  lastAskedAt: "2026-05-04T10:00:00.000Z",
  ...fields,
});
const snow = openOf(1, "Do you like snow?", { times: 3, askedBy: ["Kim"] });
const kite = openOf(2, "Ever flown a kite?", {
  times: 20,
  askedByCaller: false,
  askedBy: ["Ann", "Ben", "Cem", "Dora"],
});

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});

/** The Setup tab of a pet with these open questions; what is put aside or answered is open no more. */
function show(open: OpenQuestion[], wire: Parameters<typeof showSetup>[0]["wire"] = {}) {
  const state = { open, aside: [] as OpenQuestion[] };
  const patches = Object.fromEntries(
    open.map((question) => [
      `PATCH ${OPEN}/${question.id}`,
      ({ body }: { body: unknown }) => {
        const { isPutAside } = Object(body);
        state.open = state.open.filter(({ id }) => id !== question.id);
        if (!isPutAside) state.open.push(question);
        return { success: true };
      },
    ]),
  );
  const setup = showSetup({
    pets: [petOf()],
    wire: {
      "GET /api/diary/questions": () => [questionOf(1, "Where do you sleep?", "Habits")],
      [`GET ${OPEN}`]: () => state.open,
      [ENTRIES]: ({ body }) => {
        const { question, answer, openQuestionId } = Object(body);
        state.open = state.open.filter(({ id }) => id !== openQuestionId);
        return { question: questionOf(9, question, ""), answer: answerOf(uuid(109), answer) };
      },
      ...patches,
      ...wire,
    },
  });
  return { ...setup, bodies: (call: string) => setup.sent.filter((one) => one.call === call).map(({ body }) => body) };
}
const card = async () => within(await screen.findByRole("region", { name: /^What Biscuit could not answer/ }));

describe("what the pet could not answer", () => {
  it("says how often it was asked, and by whom", async () => {
    show([snow, kite]);
    const list = await card();
    expect(await list.findByText("Do you like snow?")).toBeTruthy();
    expect(list.getByText(/^Asked 3 times, by you and Kim/)).toBeTruthy();
    expect(list.getByText(/^Asked 20 times or more, by Ann, Ben and others/)).toBeTruthy();
    expect(list.getByRole("heading", { level: 2 }).textContent).toContain("2");
  });

  it("says what will be here where nothing is open", async () => {
    show([]);
    expect(await (await card()).findByText(/^Nothing is open/)).toBeTruthy();
  });

  it("says that it could not be loaded, and tries again", async () => {
    const answers = [refusal(503, "resting"), [snow]];
    show([], { [`GET ${OPEN}`]: () => answers.shift() });
    const list = await card();
    await userEvent.click(await list.findByRole("button", { name: "Try again" }));
    expect(await list.findByText("Do you like snow?")).toBeTruthy();
  });

  it("is answered with the question at hand, and then no longer open", async () => {
    const { bodies } = show([snow]);
    const list = await card();
    await userEvent.click(await list.findByRole("button", { name: "Answer" }));
    const dialog = within(screen.getByRole("dialog", { name: "Answer the question" }));
    const answer = dialog.getByLabelText("Biscuit's answer");
    expect(document.activeElement).toBe(answer);
    await userEvent.type(answer, "I eat it.");
    await userEvent.click(dialog.getByRole("button", { name: "Save to the diary" }));
    expect(await list.findByText(/^Nothing is open/)).toBeTruthy();
    expect(bodies(ENTRIES)).toEqual([{ question: "Do you like snow?", answer: "I eat it.", openQuestionId: snow.id }]);
    expect(screen.getByText("From now on Biscuit remembers it.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(list.getByRole("heading", { level: 2 })));
  });

  it("is put aside at once, and back with Undo", async () => {
    const { bodies } = show([snow, kite]);
    const list = await card();
    await list.findByText("Do you like snow?");
    await userEvent.click(list.getByRole("button", { name: "Put aside", description: "Do you like snow?" }));
    await waitFor(() => expect(list.queryByText("Do you like snow?")).toBeNull());
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await list.findByText("Do you like snow?")).toBeTruthy();
    expect(bodies(`PATCH ${OPEN}/${snow.id}`)).toEqual([{ isPutAside: true }, { isPutAside: false }]);
  });

  it("comes back where it could not be put aside", async () => {
    show([snow], { [`PATCH ${OPEN}/${snow.id}`]: () => refusal(503, "The database is resting.") });
    const list = await card();
    await userEvent.click(await list.findByRole("button", { name: "Put aside" }));
    expect(await screen.findByText("The database is resting.")).toBeTruthy();
    expect(await list.findByText("Do you like snow?")).toBeTruthy();
  });

  it("is asked by Will when that is wanted, and closed by the answer", async () => {
    const { bodies } = show([snow], {
      "POST /api/help-assistant": () => ({ response: "How lovely." }),
      "POST /api/test-voice": () => ({ audioUrl: "/api/voice-samples/x.mp3" }),
    });
    await (await card()).findByText("Do you like snow?");
    await userEvent.click(await screen.findByRole("button", { name: "Try Interactive Mode" }));
    const log = within(await screen.findByRole("log", { name: "Interview with Will" }));
    expect(log.getByText("Question 1: Where do you sleep?")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "What people asked" }));
    expect(log.getByText("Someone asked: Do you like snow?")).toBeTruthy();
    expect(screen.getByText("0 of 1 answered")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Your answer/ }), "I eat it.{Enter}");
    await waitFor(() => expect(log.getAllByText("Question 1: Where do you sleep?")).toHaveLength(2));
    expect(bodies(ENTRIES)).toEqual([{ question: "Do you like snow?", answer: "I eat it.", openQuestionId: snow.id }]);
    await userEvent.click(screen.getByRole("button", { name: "Exit" }));
    expect(await (await card()).findByText(/^Nothing is open/)).toBeTruthy();
    expect(screen.queryByText(/^Not saved yet/)).toBeNull();
  });
});
