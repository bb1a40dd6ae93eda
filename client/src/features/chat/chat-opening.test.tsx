import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { bubbles, type ChatAnswers, composer, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { answerOf, questionOf } from "#tests/support/setup-screen.tsx";

const FOOD = questionOf(1, "What is my favorite food?", "Food");
const BED = questionOf(2, "Where do I sleep?", "Habits");
const TOY = questionOf(3, "What is my favorite toy?", "Play");

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
  wire.questions = [FOOD, BED, TOY];
  wire.answers = [answerOf(FOOD.id, "Cheese")];
});

/** The panel about the pet, beside the chat. */
const panel = () => within(screen.getByRole("complementary", { name: "About Tucker" }));

describe("an empty chat", () => {
  it("shows what the pet says first, and questions of which each is asked with a tap", async () => {
    wire.opening = {
      greeting: "Hello, Robin! I'm Tucker. I've just learned something new: “A sock.”",
      ready: "I'm ready for a conversation. How are you doing today?",
      starters: [
        { question: "Which toy do you carry around?", isKnown: true },
        { question: "How far away is the moon?", isKnown: false },
      ],
    };
    openChatScreen();
    expect(await screen.findByText(/^Hello, Robin! I'm Tucker\./)).toBeTruthy();
    const ready = screen.getByText("I'm ready for a conversation. How are you doing today?");
    expect(ready.parentElement?.textContent).toBe(`${wire.opening.greeting} ${ready.textContent}`);
    await userEvent.click(screen.getByRole("button", { name: "How far away is the moon?" }));
    const greeting = `${wire.opening.greeting} I'm ready for a conversation. How are you doing today?`;
    await waitFor(() => expect(wire.asked).toMatchObject([{ message: "How far away is the moon?", greeting }]));
    expect(screen.queryByRole("list", { name: "Questions to begin with" })).toBeNull();
    await waitFor(() => expect(bubbles()).toEqual([wire.opening.greeting, "How far away is the moon?"]));
  });

  it("is ready where nothing is known of how to begin", async () => {
    openChatScreen();
    expect(await screen.findByText("I'm ready for a conversation. How are you doing today?")).toBeTruthy();
    expect((await composer()).disabled).toBe(false);
    expect(screen.queryByRole("list", { name: "Questions to begin with" })).toBeNull();
  });
});

describe("what a pet knows", () => {
  it("is counted, with the next question to answer there and then", async () => {
    openChatScreen();
    await composer();
    expect(await panel().findByRole("heading", { name: "Tucker knows 1 of 3 things" })).toBeTruthy();
    await userEvent.type(panel().getByLabelText(BED.question), " On the stairs ");
    await userEvent.click(panel().getByRole("button", { name: "Save" }));
    expect(await panel().findByRole("heading", { name: "Tucker knows 2 of 3 things" })).toBeTruthy();
    expect(wire.answers.at(-1)).toMatchObject({ questionId: BED.id, answer: "On the stairs" });
    expect(panel().getByLabelText<HTMLTextAreaElement>(TOY.question).value).toBe("");
    expect(panel().queryByRole("button", { name: "Another question" })).toBeNull();
  });

  it("counts what the owner told unasked, as the diary does", async () => {
    const own = questionOf(4, "Do you like snow?", "Own");
    wire.own = [own];
    wire.answers = [answerOf(FOOD.id, "Cheese"), answerOf(own.id, "I eat it.")];
    openChatScreen();
    await composer();
    expect(await panel().findByRole("heading", { name: "Tucker knows 2 of 4 things" })).toBeTruthy();
  });

  it("is asked where there is little room only when the person wants it", async () => {
    openChatScreen();
    const chat = within(await screen.findByRole("region", { name: "Chat with Tucker" }));
    await userEvent.click(await chat.findByRole("button", { name: "Answer the next question" }));
    expect(document.activeElement).toBe(chat.getByLabelText(BED.question));
    await userEvent.keyboard("On the stairs");
    await userEvent.click(chat.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(document.activeElement).toBe(chat.getByLabelText(TOY.question)));
  });

  it("can be told in another order", async () => {
    openChatScreen();
    await composer();
    await panel().findByLabelText(BED.question);
    await userEvent.click(panel().getByRole("button", { name: "Another question" }));
    expect(panel().getByLabelText(TOY.question)).toBeTruthy();
    await userEvent.click(panel().getByRole("button", { name: "Another question" }));
    expect(panel().getByLabelText(BED.question)).toBeTruthy();
  });

  it("is counted for everybody, documents and diary, and asked of those alone who write the diary", async () => {
    wire.agent = { ...wire.agent, canEditDiary: false };
    openChatScreen();
    await composer();
    expect(panel().getByText("Documents").nextElementSibling?.textContent).toBe("3");
    expect(panel().getByText("Diary answers").nextElementSibling?.textContent).toBe("2");
    expect(screen.queryByText(/knows \d/)).toBeNull();
    expect(wire.calls.filter((call) => call.endsWith("/diary/answers"))).toEqual([]);
  });
});
