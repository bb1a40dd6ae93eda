import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { answerOf, questionOf, showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const food = questionOf(2, "What do you love to eat?", "Favourites");
const bed = questionOf(1, "Where do you sleep?", "Home");
const toy = questionOf(3, "Which toy is yours?", "Favourites");
const ANSWERS = `/api/agents/${uuid(1)}/diary/answers`;

function showDiary(wire: Parameters<typeof showSetup>[0]["wire"] = {}, language = "en-US") {
  return showSetup({
    pets: [petOf({ language })],
    wire: {
      "GET /api/diary/questions": () => [food, bed, toy, { ...questionOf(0, "Old?", "Home"), isActive: false }],
      [`GET ${ANSWERS}`]: () => [answerOf(food.id, "Cheese")],
      ...wire,
    },
  });
}
const open = async () => userEvent.click(await screen.findByRole("button", { name: /^Pet Diary/ }));
const row = async (question: string) => {
  const found = (await screen.findByText(question)).closest("li");
  if (found === null) throw new Error(`No row for ${question}`);
  return within(found);
};

describe("the diary", () => {
  it("is closed at first, with answered/active and percent in its header", async () => {
    showDiary();
    expect(await screen.findByText("1/3")).toBeTruthy();
    expect(screen.getByText("33% complete")).toBeTruthy();
    expect(screen.queryByText(food.question)).toBeNull();
  });

  it("has no badge before the first answer", async () => {
    showDiary({ [`GET ${ANSWERS}`]: () => [] });
    await open();
    expect(await screen.findAllByText("No answer yet")).toHaveLength(3);
    expect(screen.queryByText("0/3")).toBeNull();
  });

  it("shows active questions in order, by category, with the progress of each", async () => {
    showDiary();
    await open();
    const diary = within(screen.getByRole("region", { name: /^Pet Diary/ }));
    expect((await diary.findAllByRole("heading", { level: 3 })).map((heading) => heading.textContent)).toEqual([
      "Home",
      "Favourites",
    ]);
    expect(screen.getByText("0 of 1")).toBeTruthy();
    expect(screen.getByText("1 of 2")).toBeTruthy();
    expect(screen.queryByText("Old?")).toBeNull();
    expect((await row(food.question)).getByText("Cheese")).toBeTruthy();
  });

  it("shows beside each question how the pet would ask it, and prints those words", async () => {
    vi.stubGlobal("print", vi.fn<() => void>());
    showDiary({ "GET /api/diary/questions/ar-SA": () => [{ id: food.id, question: "ما ألذّ طعام عندي؟" }] }, "ar-SA");
    await open();
    const words = await screen.findByText("ما ألذّ طعام عندي؟");
    expect([words.lang, words.dir]).toEqual(["ar-SA", "auto"]);
    expect((await row(food.question)).getByText("ما ألذّ طعام عندي؟")).toBe(words);
    await userEvent.click(screen.getByRole("button", { name: "Print diary" }));
    await waitFor(() => expect(document.querySelector(".print-sheet dt")?.textContent).toBe("ما ألذّ طعام عندي؟"));
    // What is printed stays until the browser says that it is done.
    act(() => void window.dispatchEvent(new Event("afterprint")));
  });

  it("saves a trimmed answer, and not an empty one", async () => {
    const { sent } = showDiary({ [`POST ${ANSWERS}`]: () => answerOf(bed.id, "On the sofa") });
    await open();
    const bedRow = await row(bed.question);
    await userEvent.click(bedRow.getByRole("button", { name: "Add Answer" }));
    expect(document.activeElement).toBe(bedRow.getByRole("textbox"));
    expect(bedRow.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await userEvent.type(bedRow.getByRole("textbox"), "  On the sofa ");
    await userEvent.click(bedRow.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Answer saved!")).toBeTruthy();
    expect(screen.getByText("Your pet's diary has been updated.")).toBeTruthy();
    expect(sent.find(({ call }) => call === `POST ${ANSWERS}`)?.body).toEqual({
      questionId: bed.id,
      answer: "On the sofa",
      before: { answer: "" },
    });
    expect(await screen.findByText("2/3")).toBeTruthy();
    expect(document.activeElement).toBe(bedRow.getByRole("button", { name: "Edit" }));
  });

  it("asks which answer is right where another was saved meanwhile", async () => {
    const refused = { error: "Changed.", code: "changed_meanwhile", current: { answer: "In the bathtub" } };
    const save = ({ body }: { body: unknown }) =>
      JSON.stringify(body).includes('"before"')
        ? Response.json(refused, { status: 409 })
        : answerOf(bed.id, "On the sofa");
    const { sent } = showDiary({ [`POST ${ANSWERS}`]: save });
    await open();
    const bedRow = await row(bed.question);
    await userEvent.click(bedRow.getByRole("button", { name: "Add Answer" }));
    await userEvent.type(bedRow.getByRole("textbox"), "On the sofa");
    await userEvent.click(bedRow.getByRole("button", { name: "Save" }));
    expect(await bedRow.findByText("In the bathtub")).toBeTruthy();
    await userEvent.click(bedRow.getByRole("button", { name: "Save mine" }));
    expect(await screen.findByText("Answer saved!")).toBeTruthy();
    expect(sent.findLast(({ call }) => call === `POST ${ANSWERS}`)?.body).toEqual({
      questionId: bed.id,
      answer: "On the sofa",
    });
  });

  it("keeps the text of a failed save", async () => {
    showDiary({ [`POST ${ANSWERS}`]: () => refusal(503, "The database is resting") });
    await open();
    const foodRow = await row(food.question);
    await userEvent.click(foodRow.getByRole("button", { name: "Edit" }));
    await userEvent.type(foodRow.getByRole("textbox"), " and ham");
    await userEvent.click(foodRow.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Failed to save answer")).toBeTruthy();
    expect(screen.getByText("The database is resting")).toBeTruthy();
    expect(foodRow.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Cheese and ham");
  });

  it("keeps what is being typed over a reload, and saves it with Save Changes", async () => {
    const first = showDiary();
    await open();
    const before = await row(bed.question);
    await userEvent.click(before.getByRole("button", { name: "Add Answer" }));
    await userEvent.type(before.getByRole("textbox"), "Under the bed");
    expect(screen.getByText("Not saved yet: 1 open diary answer.")).toBeTruthy();
    first.unmount();

    const { sent } = showDiary({
      [`PUT /api/agents/${uuid(1)}`]: () => petOf(),
      [`POST ${ANSWERS}`]: () => answerOf(bed.id, "Under the bed"),
    });
    await open();
    expect((await row(bed.question)).getByRole<HTMLTextAreaElement>("textbox").value).toBe("Under the bed");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("All changes are saved.")).toBeTruthy();
    expect(sent.find(({ call }) => call === `POST ${ANSWERS}`)?.body).toEqual({
      questionId: bed.id,
      answer: "Under the bed",
      before: { answer: "" },
    });
  });

  it("deletes an answer after a confirmation", async () => {
    showDiary({ [`DELETE ${ANSWERS}/${food.id}`]: () => ({ success: true }) });
    await open();
    await userEvent.click((await row(food.question)).getByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Answer deleted")).toBeTruthy();
    expect(screen.getByText("The diary entry has been removed.")).toBeTruthy();
    expect(await (await row(food.question)).findByText("No answer yet")).toBeTruthy();
  });

  it("prints the answered questions alone, by category, after a cover", async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    showDiary({
      [`GET ${ANSWERS}`]: () => [answerOf(toy.id, "The red ball"), answerOf(food.id, "Cheese"), answerOf(uuid(9), "?")],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Print diary" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.title).toBe("The diary of Biscuit");
    const sheet = document.querySelector(".print-sheet");
    expect([...(sheet?.querySelectorAll("dt, dd") ?? [])].map(({ textContent }) => textContent)).toEqual([
      food.question,
      "Cheese",
      toy.question,
      "The red ball",
    ]);
    expect(sheet?.querySelector("h1")?.textContent).toBe("The diary of Biscuit");
    expect(sheet?.querySelector("header")?.textContent).toContain("2 answers");
    act(() => void dispatchEvent(new Event("afterprint")));
    expect(document.querySelector(".print-sheet")).toBeNull();
    expect(document.title).not.toBe("The diary of Biscuit");
  });

  it("has nothing to print before the first answer, and says so", async () => {
    showDiary({ [`GET ${ANSWERS}`]: () => [] });
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Print diary" });
    expect(button.disabled).toBe(true);
    const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("There is nothing to print yet: answer a question first.");
  });
});
