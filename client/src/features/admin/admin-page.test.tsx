import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, refusal, showAdmin, userOf } from "#tests/support/admin-screen.tsx";
import { personOf } from "#tests/support/fixtures.ts";

const empty = { total: 0, isTotalExact: true, nextCursor: null };

describe("the admin dashboard", () => {
  it("shows others a notice with a way back, and asks the server for nothing", () => {
    const { sent } = showAdmin({ permissions: ["manage_agents", "manage_diary"] });
    expect(screen.getByRole("heading", { name: "This area is for administrators" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Setup" }).getAttribute("href")).toBe("/app");
    const places = within(screen.getByRole("navigation", { name: "What you can do yourself" }));
    expect(places.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/app?tab=chat",
      "/app?tab=reporting",
      "/my-data",
      "/change-password",
    ]);
    expect(screen.queryByRole("tab")).toBeNull();
    expect(sent).toEqual([]);
  });

  it("opens for the role admin, with six tabs of which Users is the first", async () => {
    showAdmin({ roles: ["admin"], permissions: [] });
    expect(screen.getByText("Comprehensive system administration and security management")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Setup" }).getAttribute("href")).toBe("/app");
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Users",
      "Roles",
      "Permissions",
      "Agent Access",
      "Chat Sessions",
      "Settings",
    ]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Users");
  });

  it.each([
    ["Users", "users"],
    ["Roles", "roles"],
    ["Permissions", "permissions"],
    ["Agent Access", "user-agent access"],
    ["Chat Sessions", "chat sessions"],
    ["Settings", "settings"],
  ])("says on the tab %s that its permission is missing", async (tab, what) => {
    const { visitor, sent } = showAdmin({ permissions: ["access_admin"] });
    await visitor.click(screen.getByRole("tab", { name: tab }));
    expect(await screen.findByText(`You don't have permission to manage ${what}`)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  const tabs = ["Users", "Roles", "Permissions", "Agent Access", "Chat Sessions", "Settings"];
  it.each([
    { permission: "manage_users", opened: ["Users", "Agent Access", "Chat Sessions", "Settings"] },
    { permission: "manage_roles", opened: ["Roles", "Agent Access"] },
    { permission: "manage_permissions", opened: ["Permissions"] },
    { permission: "manage_settings", opened: ["Settings"] },
    { permission: "manage_agents", opened: [] },
    { permission: "Add and update agents", opened: [] },
    { permission: "manage_diary", opened: [] },
  ])("opens to $permission the tabs $opened", async ({ permission, opened }) => {
    const { visitor } = showAdmin({ permissions: ["access_admin", permission] });
    const found: string[] = [];
    for (const name of tabs) {
      await visitor.click(screen.getByRole("tab", { name }));
      const panel = within(screen.getByRole("tabpanel", { name }));
      const notice = panel.queryByText(/^You don't have permission to manage /);
      if (notice !== null) continue;
      expect(await panel.findAllByRole("heading", { level: 2 }), name).not.toEqual([]);
      found.push(name);
    }
    expect(found).toEqual(opened);
  });

  it("opens at the tab of a permission, for whoever holds no more than that", async () => {
    const { visitor } = showAdmin({ permissions: ["manage_permissions"] });
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Permissions");
    await visitor.click(screen.getByRole("tab", { name: "Users" }));
    expect(await screen.findByText("You don't have permission to manage users")).toBeTruthy();
  });

  it("closes a tab at the first change after its permission was taken away", async () => {
    const { visitor } = showAdmin({
      tab: "roles",
      permissions: ["access_admin", "manage_roles"],
      wire: {
        "GET /api/admin/roles": () => ({ roles: [] }),
        "POST /api/admin/roles": () => refusal(403, "You may not do this."),
        "GET /api/auth/me": () => ({ user: personOf(), roles: [], permissions: ["access_admin"] }),
      },
    });
    await visitor.click(await button("Create Role"));
    const form = within(await screen.findByRole("dialog", { name: "Create New Role" }));
    await visitor.type(form.getByLabelText("Role Name"), "too late");
    await visitor.click(form.getByRole("button", { name: "Create Role" }));
    expect(await screen.findByText("Failed to create role")).toBeTruthy();
    expect(await screen.findByText("You don't have permission to manage roles")).toBeTruthy();
  });

  it("keeps the tab in the address, and follows it back", async () => {
    const { visitor } = showAdmin({ tab: "permissions", permissions: ["access_admin"] });
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Permissions");
    await visitor.click(screen.getByRole("tab", { name: "Settings" }));
    expect(window.location.search).toBe("?tab=settings");
    window.history.back();
    expect(await screen.findByText("You don't have permission to manage permissions")).toBeTruthy();
  });

  it("says that it loads, and what could not be loaded, with a way to try again", async () => {
    let isDown = true;
    const { visitor } = showAdmin({
      wire: {
        "GET /api/admin/users": () =>
          isDown ? new Response("down", { status: 503 }) : { ...empty, total: 1, users: [userOf(1)] },
      },
    });
    expect(await screen.findByText("Loading admin dashboard...")).toBeTruthy();
    expect(await screen.findByText("The users could not be loaded")).toBeTruthy();
    isDown = false;
    await visitor.click(await button("Try again"));
    expect(await screen.findByText("Ada Lovelace")).toBeTruthy();
  });
});
