import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Memory } from "#shared/api/memory.ts";
import { AT, petOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { PetMemoriesCard } from "./pet-memories-card.tsx";

const pet = petOf();
const MEMORIES = `/api/agents/${pet.id}/memories`;
const ISLAND = "I swam to the island and back.";
const memory = (id: string, text: string, date: Memory["date"] = null): Memory => ({
  ...{ id, agentId: pet.id, store: "pet", kind: "event", text, quote: null, date, status: "active" },
  ...{ isMuted: false, supersedes: null, toldAt: AT, approvedAt: AT, lastUsedAt: null, lapsesAt: null },
});

let kept: Memory[];
let sent: [string, unknown][];
let isDown: boolean;
beforeEach(() => {
  kept = [memory(uuid(40), ISLAND, { on: "2021-06-01", precision: "month" }), memory(uuid(41), "I stole a salmon.")];
  sent = [];
  isDown = false;
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const url = new URL(address, "http://pet.test");
    if (isDown) return new Response("down", { status: 503 });
    if (method !== "GET")
      sent.push([`${method} ${url.pathname}`, body === undefined ? null : JSON.parse(String(body))]);
    if (method === "DELETE") kept = kept.filter(({ id }) => !url.pathname.endsWith(id));
    if (method !== "GET") return Response.json(method === "DELETE" ? { success: true } : kept[0]);
    expect(url.searchParams.get("store")).toBe("pet");
    const words = url.searchParams.get("q") ?? "";
    const memories = kept.filter(({ text }) => text.includes(words));
    return Response.json({ memories, pending: 0, isPaused: false });
  });
});

async function open() {
  showPage(<PetMemoriesCard agentId={pet.id} petName={pet.name} />);
  await userEvent.click(screen.getByRole("button", { name: /^Pet Memories/ }));
}
const rows = () => screen.queryAllByRole("listitem").map((row) => row.getAttribute("aria-label"));
const fill = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const chooseMonth = async (name: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: "Month" }));
  await userEvent.click(await screen.findByRole("option", { name }));
};

describe("the memories of a pet's life", () => {
  it("are listed with their dates, searched, and deleted after a question", async () => {
    await open();
    await waitFor(() => expect(rows()).toEqual([ISLAND, "I stole a salmon."]));
    expect(screen.getByText("June 2021")).toBeTruthy();
    await fill("Search", "salmon");
    await waitFor(() => expect(rows()).toEqual(["I stole a salmon."]));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(sent).toEqual([]);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Memory?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Nothing here has these words.")).toBeTruthy();
    expect(sent).toEqual([[`DELETE /api/memories/${uuid(41)}`, null]]);
  });

  it("are written with a date as exact as it is known", async () => {
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Add Memory" }));
    await fill("What happened, as your pet would tell it", "We moved to Kiel.");
    await fill("Day", "31");
    expect(saveButton().disabled).toBe(true);
    await fill("Year", "2019");
    expect(screen.getByText("Please choose the month too.")).toBeTruthy();
    await chooseMonth("February");
    expect(screen.getByText("There is no such day.")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Day"));
    await userEvent.click(saveButton());
    const date = { on: "2019-02-01", precision: "month" };
    const body = { store: "pet", kind: "event", text: "We moved to Kiel.", date };
    await waitFor(() => expect(sent).toEqual([[`POST ${MEMORIES}`, body]]));
    await waitFor(() => expect(screen.queryByLabelText("Year")).toBeNull());
  });

  it("are corrected, with their date", async () => {
    await open();
    const row = within(await screen.findByRole("listitem", { name: ISLAND }));
    await userEvent.click(row.getByRole("button", { name: "Edit" }));
    expect(screen.getByLabelText<HTMLInputElement>("Year").value).toBe("2021");
    await fill("Day", "4");
    await userEvent.click(saveButton());
    const date = { on: "2021-06-04", precision: "day" };
    await waitFor(() => expect(sent).toEqual([[`PATCH /api/memories/${uuid(40)}`, { text: ISLAND, date }]]));
  });

  it("say that there are none, and that they could not be loaded", async () => {
    kept = [];
    isDown = true;
    await open();
    expect(await screen.findByText("The memories could not be loaded")).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(`${pet.name} has no memories beside its diary yet.`)).toBeTruthy();
  });
});
