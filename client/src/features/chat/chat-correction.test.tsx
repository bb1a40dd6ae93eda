import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { type ChatAnswers, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { answerOf, questionOf } from "#tests/support/setup-screen.tsx";

const WEIGHT = questionOf(1, "How much do I weigh?", "Body");
const OLD = "4.2 kilos.";

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
  wire.questions = [WEIGHT];
  wire.answers = [answerOf(WEIGHT.id, OLD)];
  const sources = [{ kind: "diary", filename: "Pet diary", question: WEIGHT.question, answer: OLD }] as const;
  wire.stored = [messageOf(1), messageOf(2, { content: OLD, sources: [...sources] })];
});

async function openSheet() {
  await userEvent.click(await screen.findByRole("button", { name: WEIGHT.question }));
  return within(await screen.findByRole("dialog", { name: "Pet diary" }));
}

async function write(sheet: Awaited<ReturnType<typeof openSheet>>, answer: string) {
  await userEvent.click(await sheet.findByRole("button", { name: "Correct" }));
  const field = sheet.getByLabelText("What the diary should say");
  await userEvent.clear(field);
  await userEvent.type(field, answer);
}

const diaryCalls = () => wire.saved.map(({ before: _before, ...body }) => body);

describe("the sheet of a diary answer", () => {
  it("corrects it where it is seen, against what stood there when the reply was made", async () => {
    openChatScreen();
    const sheet = await openSheet();
    await write(sheet, "5 kilos.");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    await screen.findByText("Answer saved!");
    expect(wire.saved).toEqual([{ questionId: WEIGHT.id, answer: "5 kilos.", before: { answer: OLD } }]);
    expect(screen.queryByRole("dialog", { name: "Pet diary" })).toBeNull();
    expect(await (await openSheet()).findByText(/The diary says something else by now/)).toBeTruthy();
  });

  it("keeps what was written where it could not be saved, also while it is closed", async () => {
    wire.diaryRefusal = { status: 503, body: JSON.stringify({ error: "Please wait.", code: "unavailable" }) };
    openChatScreen();
    const sheet = await openSheet();
    await write(sheet, "5 kilos.");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Failed to save answer")).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Pet diary" })).toBeNull());
    const again = await openSheet();
    expect((await again.findByLabelText<HTMLTextAreaElement>("What the diary should say")).value).toBe("5 kilos.");
    wire.diaryRefusal = null;
    await userEvent.click(again.getByRole("button", { name: "Save" }));
    await screen.findByText("Answer saved!");
  });

  it("shows both where it was changed meanwhile", async () => {
    const error = { error: "Changed.", code: "changed_meanwhile", current: { answer: "4.8 kilos." } };
    wire.diaryRefusal = { status: 409, body: JSON.stringify(error) };
    openChatScreen();
    const sheet = await openSheet();
    await write(sheet, "5 kilos.");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    expect(await sheet.findByText("4.8 kilos.")).toBeTruthy();
    wire.diaryRefusal = null;
    await userEvent.click(sheet.getByRole("button", { name: "Save mine" }));
    await screen.findByText("Answer saved!");
    expect(diaryCalls().at(-1)).toEqual({ questionId: WEIGHT.id, answer: "5 kilos." });
  });

  it("is only read by those who do not keep the diary", async () => {
    wire.agent = { ...wire.agent, canEditDiary: false };
    openChatScreen();
    const sheet = await openSheet();
    expect(sheet.getByText(OLD)).toBeTruthy();
    expect(sheet.queryByRole("button", { name: "Correct" })).toBeNull();
    expect(wire.calls.filter((call) => call.endsWith("/diary/answers"))).toEqual([]);
  });
});
