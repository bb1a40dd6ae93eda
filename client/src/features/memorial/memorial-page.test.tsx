import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Memorial } from "#shared/api/memorial.ts";
import { AT, petOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { MemorialPage } from "./memorial-page.tsx";

const pet = petOf({ diedOn: "2026-03-01" });
const base = `/api/agents/${pet.id}/memorial`;
const [soup, island, salmon] = [
  { kind: "answer", id: uuid(50), heading: "Why am I called that?", text: "For the soup." },
  { kind: "memory", id: uuid(51), heading: null, text: "I swam to the island." },
  { kind: "memory", id: uuid(52), heading: null, text: "I stole a salmon." },
] as const;
const ana = { id: uuid(60), name: "Ana", words: "Good dog.", createdAt: AT, approvedAt: null };

let memorial: Memorial;
let calls: string[];
let isDown: boolean;
beforeEach(() => {
  memorial = {
    ...{ isInMemory: true, isOpen: false, path: "/memorial/abc", words: "" },
    pieces: [soup, island].map(({ kind, id }) => ({ kind, id })),
    choices: [soup, island, salmon],
    guestBook: [ana],
  };
  calls = [];
  isDown = false;
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const { pathname } = new URL(address, "http://pet.test");
    if (pathname === "/api/agents") return Response.json({ agents: [pet], agentsCreatedByUser: 1, isAdmin: false });
    if (isDown) return new Response("down", { status: 503 });
    if (method === "GET") return Response.json(memorial);
    calls.push(`${method} ${pathname} ${body ?? ""}`.trim());
    if (pathname.endsWith("/is-open")) memorial = { ...memorial, isOpen: !memorial.isOpen };
    if (method === "DELETE") memorial = { ...memorial, guestBook: [] };
    return Response.json({ success: true });
  });
});

const show = () => showPage(<MemorialPage agentId={pet.id} />);
const press = (name: string, inside: HTMLElement) => userEvent.click(within(inside).getByRole("button", { name }));
const row = (name: string) => screen.findByRole("listitem", { name });

describe("the screen of a memorial page", () => {
  it("opens the page after a question, shows its link, and closes it at once", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Open the page" }));
    const question = await screen.findByRole("alertdialog");
    expect(calls).toEqual([]);
    await press("Open the page", question);
    const link = await screen.findByRole("textbox", { name: "Link to the page" });
    expect(link.getAttribute("value")).toBe(`${window.location.origin}/memorial/abc`);
    expect(screen.getByRole("link", { name: "Preview" }).getAttribute("href")).toBe(`${base}/preview`);
    await userEvent.click(screen.getByRole("button", { name: "Close the page" }));
    await screen.findByRole("button", { name: "Open the page" });
    expect(calls).toEqual([`PUT ${base}/is-open {"isOpen":true}`, `PUT ${base}/is-open {"isOpen":false}`]);
  });

  it("saves each change of what is shown, and the words when they are saved", async () => {
    show();
    await press("Move up", await row("I swam to the island."));
    const turned = [island, soup].map(({ kind, id }) => ({ kind, id }));
    await waitFor(() => expect(calls).toEqual([`PUT ${base} ${JSON.stringify({ pieces: turned })}`]));
    expect(screen.getByText("It is now number 1")).toBeTruthy();
    await press("Show on the page", await row("I stole a salmon."));
    await waitFor(() => expect(calls.at(-1)).toContain(salmon.id));
    await press("Move up", await row("Why am I called that?"));
    expect(calls).toHaveLength(2);
    await userEvent.type(screen.getByLabelText("A few words about Biscuit"), "Good dog.");
    expect(screen.getByText("Not saved yet")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls.at(-1)).toBe(`PUT ${base} {"words":"Good dog."}`));
  });

  it("approves what guests wrote, and deletes it after a question", async () => {
    show();
    await press("Approve", await row("Ana"));
    await waitFor(() => expect(calls).toEqual([`PATCH ${base}/guest-book/${ana.id} {"isApproved":true}`]));
    await press("Delete", await row("Ana"));
    await press("Delete", await screen.findByRole("alertdialog"));
    expect(await screen.findByText("Nobody has written anything yet.")).toBeTruthy();
  });

  it("says so where nothing can be shown, where the pet lives, and where it can't be loaded", async () => {
    memorial = { ...memorial, isInMemory: false, choices: [], pieces: [], guestBook: [] };
    const { unmount } = show();
    expect(await screen.findByText(/is not in memory, so nobody sees this page/)).toBeTruthy();
    expect(screen.getByText(/There are no diary answers and no pet memories yet/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Open the page" })).toHaveProperty("disabled", true);
    unmount();
    isDown = true;
    show();
    expect(await screen.findByText("The page could not be loaded")).toBeTruthy();
  });
});
