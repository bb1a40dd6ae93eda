import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { personOf } from "#tests/support/fixtures.ts";
import { queryClient } from "@/domain/session/query-client.ts";
import { Product } from "./product.tsx";

const user = personOf();

const me = {
  visitor: () => new Response(null, { status: 204 }),
  owner: () => Response.json({ user, roles: [], permissions: [] }),
  newcomer: () =>
    Response.json({ requirePasswordChange: true, user: { ...user, isDefaultPassword: true } }, { status: 403 }),
};

let asked: string[];
beforeEach(() => {
  queryClient.clear();
  asked = [];
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

function open(path: string, who: keyof typeof me): void {
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return address === "/api/auth/me" ? me[who]() : Response.json({}, { status: 404 });
  });
  history.replaceState(null, "", path);
  render(<Product />);
}

const header = async () => within(await screen.findByRole("banner"));

describe("the fixed header", () => {
  it("is above the change of password, with its menus", async () => {
    open("/change-password", "owner");
    expect(await screen.findByRole("heading", { name: "Change Password", level: 1 })).toBeTruthy();
    expect((await header()).getByRole("button", { name: "User menu of Wanda Walker" })).toBeTruthy();
    expect((await header()).getByRole("link", { name: "Chat" })).toBeTruthy();
    expect(screen.getAllByRole("main")).toHaveLength(1);
  });

  it("leads nowhere but out for somebody who must choose a password first", async () => {
    open("/app?tab=chat", "newcomer");
    expect(await screen.findByText("Please change your default password to continue")).toBeTruthy();
    expect((await header()).getByRole("button", { name: "User menu of Wanda Walker" })).toBeTruthy();
    expect((await header()).queryByRole("link", { name: "Chat" })).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Sidebar" })).toBeNull();
  });

  it("is on the page that does not exist, for those who are signed in", async () => {
    open("/nowhere", "owner");
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
    expect((await header()).getByRole("link", { name: "Chat" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to Home" }).getAttribute("href")).toBe("/app");
    expect(screen.getAllByRole("main")).toHaveLength(1);
  });

  it("is not there for a visitor, who is asked about on start all the same", async () => {
    open("/nowhere", "visitor");
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.getByRole("link", { name: "Go to Home" }).getAttribute("href")).toBe("/");
    expect(asked).toEqual(["/api/auth/me"]);
  });
});

describe("the sidebar", () => {
  const toggle = (name: string) => screen.findByRole("button", { name });

  it("is a rail of icons in the chat, until it is expanded there", async () => {
    open("/app?tab=chat", "owner");
    const sidebar = within(await screen.findByRole("navigation", { name: "Sidebar" }));
    expect(sidebar.getByRole("link", { name: "Chat History" }).title).toBe("Chat History");
    expect(sidebar.queryByText("Chat History")).toBeNull();
    await userEvent.click(await toggle("Expand sidebar"));
    expect(sidebar.getByText("Chat History")).toBeTruthy();
  });

  it("is wide elsewhere, and what is chosen there is kept", async () => {
    open("/app?tab=reporting", "owner");
    await userEvent.click(await toggle("Collapse sidebar"));
    expect(document.cookie).toContain("sidebar_state=false");
    await userEvent.click(await toggle("Expand sidebar"));
  });
});

it("a new password that is too short is told so, without an alarm", async () => {
  open("/change-password", "owner");
  const field = await screen.findByLabelText<HTMLInputElement>("New Password");
  await userEvent.type(field, "Short1!");
  expect(screen.getByText("Password must be at least 8 characters long")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  await userEvent.type(field, "x");
  expect(screen.queryByText("Password must be at least 8 characters long")).toBeNull();
});
