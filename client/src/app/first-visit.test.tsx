import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { answerOf, questionOf, showMain } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const KIND = questionOf(1, "What kind of animal am I?", "Who I am");
const FOOD = questionOf(2, "What is my favorite food?", "Food");
const TREAT = questionOf(3, "Which food do I refuse?", "Food");
const TOY = questionOf(4, "What is my favorite toy?", "Play");
const BED = questionOf(5, "Where do I sleep?", "Habits");
const ANSWERS = `/api/agents/${uuid(1)}/diary/answers`;

const wire = {
  "GET /api/diary/questions": () => [KIND, FOOD, TREAT, TOY, BED],
  "POST /api/agents": () => petOf(),
  [`POST ${ANSWERS}`]: () => answerOf(FOOD.id, "Cheese"),
  [`GET /api/agents/${uuid(1)}/opening`]: () => ({
    greeting: "Hello, Wanda! I'm Biscuit.",
    ready: "I'm ready.",
    starters: [],
  }),
  "POST /api/test-voice": () => ({ audioUrl: "/api/voice-samples/hello.mp3" }),
};

beforeEach(() => window.history.replaceState(null, "", "/app"));

const nameOf = () => screen.findByLabelText<HTMLInputElement>("Pet Name");
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const tab = () => new URLSearchParams(window.location.search).get("tab");

describe("an owner's first visit", () => {
  it("asks for the name, then three questions of the owner's choice, then opens the chat, where the pet greets", async () => {
    const { sent } = showMain({ wire });
    expect(await screen.findByRole("heading", { level: 1, name: "What is your pet's name?" })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
    await userEvent.type(await nameOf(), "Biscuit{Enter}");

    const heading = await screen.findByRole("heading", { level: 1, name: "Three things about Biscuit" });
    expect(document.activeElement).toBe(heading);
    expect(await screen.findByText("0 of 3")).toBeTruthy();
    for (const { question } of [KIND, TREAT]) expect(screen.queryByRole("button", { name: question })).toBeNull();
    await press(TOY.question);
    await press("Another question");
    await press("Show all 5 questions");
    await press(FOOD.question);
    await userEvent.type(screen.getByLabelText(FOOD.question), "Cheese");
    expect(screen.getByText("1 of 3")).toBeTruthy();
    await press("Meet Biscuit");

    await waitFor(() => expect(tab()).toBe("chat"));
    const posts = sent.filter(({ call }) => call.startsWith("POST"));
    await waitFor(() => expect(sent.at(-1)?.call).toBeTruthy());
    expect(posts.slice(0, 3).map(({ call }) => call)).toEqual([
      "POST /api/agents",
      `POST ${ANSWERS}`,
      "POST /api/sessions",
    ]);
    expect(posts[0]?.body).toMatchObject({ name: "Biscuit", species: null });
    expect(posts[1]?.body).toEqual({ questionId: FOOD.id, answer: "Cheese" });
    await waitFor(() =>
      expect(sent.find(({ call }) => call === "POST /api/test-voice")?.body).toEqual({
        text: "Hello, Wanda! I'm Biscuit.",
        voiceName: "en-US-JennyNeural",
      }),
    );
  });

  it("lets a voice be heard as soon as it is chosen", async () => {
    const { sent } = showMain({ wire });
    await userEvent.type(await nameOf(), "Biscuit");
    screen.getByRole("combobox", { name: "Voice" }).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: /^Guy/ }));
    await waitFor(() =>
      expect(sent.find(({ call }) => call === "POST /api/test-voice")?.body).toEqual({
        text: "Hello! I am Biscuit.",
        voiceName: "en-US-GuyNeural",
      }),
    );
  });

  it("leads to all settings at any time, with what was typed, and back", async () => {
    showMain({ wire });
    await userEvent.type(await nameOf(), "Biscuit");
    await userEvent.click(screen.getByRole("link", { name: "all settings" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Set up your pet" })).toBeTruthy();
    expect((await nameOf()).value).toBe("Biscuit");
    window.history.back();
    expect(await screen.findByRole("heading", { name: "What is your pet's name?" })).toBeTruthy();
    expect((await nameOf()).value).toBe("Biscuit");
  });

  it("keeps everything where the pet can't be made", async () => {
    showMain({ wire: { ...wire, "POST /api/agents": () => refusal(503, "The database is resting") } });
    await userEvent.type(await nameOf(), "Biscuit{Enter}");
    await press("Meet Biscuit");
    expect(await screen.findByText("The database is resting")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Meet Biscuit" })).toBeTruthy();
    await press("Back");
    expect((await nameOf()).value).toBe("Biscuit");
  });
});

describe("the setup", () => {
  const opens = async () => expect(await screen.findByRole("heading", { name: "Set up your pet" })).toBeTruthy();

  it("opens for an owner who has a pet", async () => {
    showMain({ wire, pets: [petOf()] });
    await opens();
  });

  it("opens for an owner without a pet whose address asks for it", async () => {
    window.history.replaceState(null, "", "/app?tab=setup");
    showMain({ wire });
    await opens();
  });

  it("opens for an administrator, and for people who may not make pets", async () => {
    const admin = showMain({ wire, isAdmin: true });
    await opens();
    admin.unmount();
    showMain({ wire, permissions: [] });
    await opens();
  });
});
