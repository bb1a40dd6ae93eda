import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { type ChatAnswers, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { answerOf, questionOf } from "#tests/support/setup-screen.tsx";

const WEIGHT = questionOf(1, "How much do I weigh?", "Body");
const OLD = "4.2 kilos.";
const correction = { questionId: WEIGHT.id, question: WEIGHT.question, before: OLD, text: "She is 5 kilos now" };

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
  wire.questions = [WEIGHT];
  wire.answers = [answerOf(WEIGHT.id, OLD)];
  wire.stored = [messageOf(1), messageOf(2, { correction })];
});

const findCard = async () =>
  within(await screen.findByRole("region", { name: "Change the answer to “How much do I weigh?”?" }));
const declined = () => wire.calls.filter((call) => call.endsWith("/correction/decline"));

describe("a change of the diary that is offered under a reply", () => {
  it("shows what stands there and what would, and is saved on a yes alone, in the words that were made of it", async () => {
    openChatScreen();
    const card = await findCard();
    expect(card.getByText(OLD)).toBeTruthy();
    const field = card.getByLabelText<HTMLTextAreaElement>("What it should say");
    expect(field.value).toBe("She is 5 kilos now");
    expect(document.activeElement).not.toBe(field);
    await userEvent.clear(field);
    await userEvent.type(field, "5 kilos.");
    expect(wire.saved).toEqual([]);
    await userEvent.click(card.getByRole("button", { name: "Change the answer" }));
    expect(await card.findByText("The diary says that now.")).toBeTruthy();
    expect(wire.saved).toEqual([{ questionId: WEIGHT.id, answer: "5 kilos.", before: { answer: OLD } }]);
    expect(card.queryByRole("button")).toBeNull();
  });

  it("changes nothing on a no, and is not offered again", async () => {
    openChatScreen();
    const card = await findCard();
    await userEvent.click(card.getByRole("button", { name: "No" }));
    expect(await card.findByText("The diary stays as it is.")).toBeTruthy();
    expect(declined()).toEqual([`POST /api/messages/${messageOf(2).id}/correction/decline`]);
    expect(wire.saved).toEqual([]);
  });

  it("shows both where the answer was changed meanwhile", async () => {
    const error = { error: "Changed.", code: "changed_meanwhile", current: { answer: "4.8 kilos." } };
    wire.diaryRefusal = { status: 409, body: JSON.stringify(error) };
    openChatScreen();
    const card = await findCard();
    await userEvent.click(card.getByRole("button", { name: "Change the answer" }));
    expect(await card.findByText("4.8 kilos.")).toBeTruthy();
    await userEvent.click(card.getByRole("button", { name: "Keep what is there" }));
    await waitFor(() => expect(card.getByText("The diary stays as it is.")).toBeTruthy());
  });

  it("can be made again where it could not be saved", async () => {
    wire.diaryRefusal = { status: 503, body: JSON.stringify({ error: "Please wait.", code: "unavailable" }) };
    openChatScreen();
    const card = await findCard();
    await userEvent.click(card.getByRole("button", { name: "Change the answer" }));
    expect(await screen.findByText("Failed to save answer")).toBeTruthy();
    wire.diaryRefusal = null;
    await userEvent.click(card.getByRole("button", { name: "Change the answer" }));
    expect(await card.findByText("The diary says that now.")).toBeTruthy();
  });

  it("comes with a reply at once", async () => {
    wire.stored = [];
    openChatScreen();
    await userEvent.type(
      await screen.findByPlaceholderText("Ask Tucker..."),
      "That's wrong, she is 5 kilos now{Enter}",
    );
    wire.reply.send(
      { type: "user_message_saved", messageId: messageOf(1).id },
      { type: "content", content: "Oh!" },
      { type: "complete", messageId: messageOf(2).id, sources: null, correction, audioUrl: null, stopped: false },
    );
    wire.reply.end();
    await findCard();
  });
});
