import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Book, BookArrangement, BookEntry, BookPdf } from "#shared/api/book.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { BookPage } from "./book-page.tsx";

const AGENT = uuid(1);
const entry = (n: number, text: string, fields: Partial<BookEntry> = {}): BookEntry => ({
  ...{ id: uuid(n), group: null, heading: null, text, date: null, toldBy: null, ...fields },
});

let book: Book;
let saved: BookArrangement[];
let pdf: BookPdf;
let status: number;
let printed: string[];
beforeEach(() => {
  book = {
    ...{ name: "Miso", language: "en-US", avatarUrl: null, species: "cat", birthday: "2019-03-14", diedOn: null },
    entries: {
      diary: [
        entry(10, "A sock.", { group: "Play", heading: "What is my toy?" }),
        entry(11, "Tuna.", { group: "Food" }),
      ],
      memories: [entry(20, "We swam.", { date: { on: "2022-08-01", precision: "month" }, toldBy: "Anna" })],
      talks: [],
    },
    arrangement: { format: "a5", parts: ["diary", "memories", "talks"], leftOut: [], order: [] },
    makesPdf: true,
  };
  saved = [];
  pdf = { status: "none" };
  status = 200;
  printed = [];
  window.print = () => {
    printed.push(document.querySelector(".print-sheet")?.textContent ?? "");
    window.dispatchEvent(new Event("afterprint"));
  };
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const { pathname } = new URL(address, "http://pet.test");
    if (status !== 200) return Response.json({ error: "No.", code: "unavailable" }, { status });
    if (method === "POST") pdf = { status: "waiting" };
    if (pathname.endsWith("/pdf")) return Response.json(pdf);
    if (method === "GET") return Response.json(book);
    saved.push(JSON.parse(String(body)));
    return Response.json({ success: true });
  });
});

const open = () => showPage(<BookPage agentId={AGENT} />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("a pet's book", () => {
  it("leaves out and orders its parts and entries, by keyboard too, and saves every change", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "The book of Miso" })).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "What is my toy? in the book" }));
    screen.getByRole("button", { name: "Move down: What is my toy?" }).focus();
    await userEvent.keyboard("{Enter}");
    await press("Move down: Diary");
    await userEvent.click(screen.getByRole("radio", { name: "Square (21 cm)" }));
    const whole = { format: "square", parts: ["memories", "diary", "talks"], leftOut: [uuid(10)] };
    await waitFor(() => expect(saved.at(-1)).toEqual({ ...whole, order: [uuid(11), uuid(10)] }));
    expect(saved).toHaveLength(4);
    await userEvent.click(screen.getByRole("switch", { name: "Memories in the book" }));
    await waitFor(() => expect(saved.at(-1)?.parts).toEqual(["diary", "talks"]));
    expect(screen.queryByText("We swam.")).toBeNull();
  });

  it("is printed in its order, with whose memory it is", async () => {
    book.arrangement = { ...book.arrangement, parts: ["memories", "diary"], leftOut: [uuid(11)] };
    open();
    await press("Print");
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(printed[0]).toMatch(
      /^The book of Miso.*MemoriesWe swam\.August 2022 · AnnaDiaryPlayWhat is my toy\?A sock\.$/,
    );
  });

  it("says what hearts are for while none is given, and that a server without Typst prints", async () => {
    book.makesPdf = false;
    open();
    expect(await screen.findByText(/Give a reply in your chats a heart/)).toBeTruthy();
    expect(screen.getByText(/This server makes no PDF by itself/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Make the PDF" })).toBeNull();
  });

  it.each([
    [404, "No such book"],
    [503, "The book could not be loaded"],
  ])("says so where it can't be shown (%s)", async (refused, title) => {
    status = refused;
    open();
    expect(await screen.findByText(title)).toBeTruthy();
  });
});

describe("its PDF", () => {
  it("is made, waited for, and fetched", async () => {
    open();
    await press("Make the PDF");
    expect(await screen.findByText("Waiting for its turn")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "The PDF is being made" })).toBeTruthy();
    const at = "2026-05-04T12:00:00.000Z";
    pdf = { status: "done", pages: 158, madeAt: at, expiresAt: "2026-05-11T12:00:00.000Z" };
    const link = await screen.findByRole("link", { name: "Download PDF" }, { timeout: 5_000 });
    expect(link.getAttribute("href")).toBe(`/api/agents/${AGENT}/book/book.pdf`);
    expect(screen.getByText(/158 pages/)).toBeTruthy();
  });

  it.each([
    ["missing", /can't make PDFs at the moment/],
    ["fonts", /no font for some of the signs/],
    ["too_heavy", /too large for this server/],
    ["too_slow", /took too long/],
    ["interrupted", /was interrupted/],
    ["unexpected", /Something went wrong/],
  ] as const)("says why it could not be made (%s), and can be tried again", async (failure, sentence) => {
    pdf = { status: "failed", failure };
    open();
    const notice = within(await screen.findByRole("alert"));
    expect(notice.getByText(sentence)).toBeTruthy();
    await press("Make the PDF");
    expect(await screen.findByText("Waiting for its turn")).toBeTruthy();
  });
});
