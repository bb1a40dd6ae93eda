import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Memory } from "#shared/api/memory.ts";
import { AT, petOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { MemoryPage } from "./memory-page.tsx";

const pet = petOf();
const memory = (id: string, text: string): Memory => ({
  ...{ id, agentId: pet.id, store: "person", kind: "person", text, quote: null, date: null, status: "active" },
  ...{ isMuted: false, supersedes: null, toldAt: AT, approvedAt: AT, lastUsedAt: null, lapsesAt: null },
});

let kept: Memory[];
let calls: string[];
let isDown: boolean;
let page: ReturnType<typeof showPage>;
beforeEach(() => {
  kept = [memory(uuid(40), "My sister Ana lives in Lisbon."), memory(uuid(41), "I like rain.")];
  calls = [];
  isDown = false;
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const url = new URL(address, "http://pet.test");
    if (method !== "GET") calls.push(`${method} ${url.pathname} ${body ?? ""}`.trim());
    if (url.pathname === "/api/agents") return Response.json({ agents: [pet], agentsCreatedByUser: 1, isAdmin: false });
    if (isDown) return new Response("down", { status: 503 });
    if (method === "DELETE" && url.pathname.endsWith("/memories")) kept = [];
    if (method === "DELETE") kept = kept.filter(({ id }) => !url.pathname.endsWith(id));
    if (method !== "GET") return Response.json(method === "PATCH" ? kept[0] : { success: true });
    const found = url.searchParams.get("status") === "pending" ? [] : kept;
    const words = url.searchParams.get("q") ?? "";
    return Response.json({ memories: found.filter(({ text }) => text.includes(words)), pending: 0, isPaused: false });
  });
  page = showPage(<MemoryPage agentId={pet.id} />);
});

const rows = () => screen.queryAllByRole("listitem").map((row) => row.getAttribute("aria-label"));
const ana = () => within(screen.getByRole("listitem", { name: "My sister Ana lives in Lisbon." }));

describe("what a pet knows about a person", () => {
  it("is listed, searched, corrected, silenced and forgotten", async () => {
    expect(await screen.findByRole("heading", { name: `What ${pet.name} knows about you` })).toBeTruthy();
    await waitFor(() => expect(rows()).toHaveLength(2));
    await userEvent.click(ana().getByRole("button", { name: "Edit" }));
    await userEvent.type(ana().getByLabelText("In your words"), " She sings.");
    await userEvent.click(ana().getByRole("button", { name: "Save" }));
    const path = `/api/memories/${uuid(40)}`;
    await waitFor(() => expect(calls).toEqual([`PATCH ${path} {"text":"My sister Ana lives in Lisbon. She sings."}`]));
    await userEvent.click(await ana().findByRole("button", { name: "Don't bring it up" }));
    await waitFor(() => expect(calls.at(-1)).toBe(`PATCH ${path} {"isMuted":true}`));
    await userEvent.type(screen.getByLabelText("Search"), "rain");
    await waitFor(() => expect(rows()).toEqual(["I like rain."]));
    await userEvent.click(screen.getByRole("button", { name: "Forget" }));
    expect(await screen.findByText("Nothing here has these words.")).toBeTruthy();
    expect(calls.at(-1)).toBe(`DELETE /api/memories/${uuid(41)}`);
  });

  it("can be paused, and is forgotten as a whole only after a question", async () => {
    await userEvent.click(await screen.findByRole("switch", { name: /^Pause memory/ }));
    await waitFor(() => expect(calls).toEqual([`PUT /api/agents/${pet.id}/memories/pause {"isPaused":true}`]));
    await userEvent.click(screen.getByRole("button", { name: "Forget everything" }));
    expect(calls).toHaveLength(1);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Forget everything?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Forget everything" }));
    expect(await screen.findByText(`${pet.name} knows nothing about you yet`)).toBeTruthy();
  });

  it("is not shown for another pet, not even while that one's is loading", async () => {
    await waitFor(() => expect(rows()).toHaveLength(2));
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    page.rerender(<MemoryPage agentId={uuid(50)} />);
    expect(rows()).toEqual([]);
  });

  it("says that a change was not saved, and keeps what was written", async () => {
    await waitFor(() => expect(rows()).toHaveLength(2));
    await userEvent.click(ana().getByRole("button", { name: "Edit" }));
    isDown = true;
    await userEvent.type(ana().getByLabelText("In your words"), " Still.");
    await userEvent.click(ana().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(ana().getByLabelText<HTMLTextAreaElement>("In your words").value).toContain("Still.");
  });
});
