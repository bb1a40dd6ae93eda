import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type AdminAnswers, button, refusal, showAdmin, userOf } from "#tests/support/admin-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

const listing = (...users: ReturnType<typeof userOf>[]): AdminAnswers => ({
  "GET /api/admin/users": () => ({ users, total: users.length, nextCursor: null }),
});
const issued = (user = userOf(1)) => ({ user, username: user.username, defaultPassword: "Quiet-Otter-71" });

function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
}

describe("the tab Users", () => {
  it("shows each user with badges and roles", async () => {
    showAdmin({
      wire: listing(
        userOf(1, { isDefaultPassword: true }),
        userOf(2, { firstName: "Bo", lastName: "Li", isActive: false, roles: ["owner", "helper"] }),
      ),
    });
    const [ada, bo] = await screen.findAllByRole("listitem");
    expect(ada?.textContent).toContain("Ada Lovelaceada@example.com");
    expect(ada?.textContent).toContain("ActiveDefault PasswordNo roles");
    expect(bo?.textContent).toContain("Inactiveownerhelper");
    expect(screen.getByRole("heading", { name: "Users (2)" })).toBeTruthy();
  });

  it("shows whose scripts can use the API, and revokes their tokens after a confirmation", async () => {
    const used = { accessTokens: { count: 2, lastUsedAt: "2026-05-05T10:00:00.000Z" } };
    const unused = { email: "bo@example.com", accessTokens: { count: 1, lastUsedAt: null } };
    const { visitor, mutations } = showAdmin({
      wire: {
        ...listing(userOf(1, used), userOf(2, unused), userOf(3)),
        [`DELETE /api/admin/users/${uuid(1)}/access-tokens`]: () => ({ revoked: 2 }),
      },
    });
    const [ada, bo, cy] = await screen.findAllByRole("listitem");
    if (ada === undefined) throw new Error("There are no rows.");
    expect(ada.textContent).toMatch(/2 access tokens, last used .*2026/);
    expect(bo?.textContent).toContain("1 access token, never used");
    expect(cy?.textContent).not.toContain("access token");
    await visitor.click(within(ada).getByRole("button", { name: "Revoke all" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Revoke 2 access tokens?" }));
    expect(mutations()).toEqual([]);
    await visitor.click(dialog.getByRole("button", { name: "Revoke" }));
    expect(await screen.findByText("Access tokens revoked")).toBeTruthy();
    expect(mutations().map(({ call }) => call)).toEqual([`DELETE /api/admin/users/${uuid(1)}/access-tokens`]);
  });

  it("lets nobody revoke tokens of an account that they may not manage", async () => {
    showAdmin({ wire: listing(userOf(1, { canManage: false, accessTokens: { count: 1, lastUsedAt: null } })) });
    expect(await button("Revoke all")).toHaveProperty("disabled", true);
  });

  it("holds a page of ten thousand users, and no more", async () => {
    const users = Array.from({ length: 50 }, (_, n) => userOf(100 + n, { firstName: `User ${n}`, roles: ["owner"] }));
    showAdmin({ wire: { "GET /api/admin/users": () => ({ users, total: 10_000, nextCursor: "two" }) } });
    expect(await screen.findByRole("heading", { name: "Users (10,000)" })).toBeTruthy();
    expect(screen.getByText("50 of 10,000")).toBeTruthy();
    expect(document.querySelectorAll("*").length).toBeLessThan(3_000);
  });

  it("searches on the server, once the typing pauses, and fetches more pages", async () => {
    const { visitor, sent } = showAdmin({
      wire: {
        "GET /api/admin/users": ({ call }) =>
          call.includes("cursor=two")
            ? { users: [userOf(2, { firstName: "Second" })], total: 2, nextCursor: null }
            : { users: [userOf(1)], total: 2, nextCursor: "two" },
      },
    });
    await visitor.click(await button("Show more"));
    expect(await screen.findByText("Second Lovelace")).toBeTruthy();
    await visitor.type(screen.getByRole("searchbox", { name: "Search users" }), "ada");
    await waitFor(() => expect(sent.at(-1)?.call).toBe("GET /api/admin/users?q=ada&sort=name&limit=50"));
    expect(sent.filter(({ call }) => call.includes("q=")).length).toBe(1);
  });

  it("creates a user and shows the password in a message and in a dialog that stays", async () => {
    const written: string[] = [];
    const { visitor, mutations } = showAdmin({ wire: { ...listing(), "POST /api/admin/users": () => issued() } });
    clipboard(async (text) => void written.push(text));
    await visitor.click(await button("Add User"));
    const form = within(await screen.findByRole("dialog", { name: "Create New User" }));
    await visitor.type(form.getByLabelText("Email"), "ada@example.com");
    await visitor.type(form.getByLabelText("First Name"), "Ada");
    await visitor.type(form.getByLabelText("Last Name"), "Lovelace");
    await visitor.click(form.getByRole("button", { name: "Create User" }));

    expect(await screen.findByText("User created successfully")).toBeTruthy();
    expect(
      await screen.findByText(/Username: ada_lovelace\s+Default password: Quiet-Otter-71 \(copied to clipboard\)/),
    ).toBeTruthy();
    expect(written).toEqual(["Quiet-Otter-71"]);
    expect(mutations().map(({ body }) => body)).toEqual([
      { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" },
    ]);
    await visitor.keyboard("{Escape}");
    const dialog = within(await screen.findByRole("dialog", { name: "Default password for Ada Lovelace" }));
    expect(dialog.getByLabelText("Default Password")).toHaveProperty("value", "Quiet-Otter-71");
    await visitor.click(dialog.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("sends nothing while email, first name or last name is missing", async () => {
    const { visitor, mutations } = showAdmin({ wire: listing() });
    await visitor.click(await button("Add User"));
    await visitor.type(screen.getByLabelText("Email"), "ada@example.com");
    await visitor.click(await button("Create User"));
    expect(await screen.findByText("First name is required")).toBeTruthy();
    expect(mutations()).toEqual([]);
  });

  it("resets a password and asks to copy it where the browser refuses to", async () => {
    const { visitor } = showAdmin({
      wire: { ...listing(userOf(1)), [`POST /api/admin/users/${uuid(1)}/reset-password`]: () => issued() },
    });
    clipboard(() => Promise.reject(new Error("refused")));
    await visitor.click(await button("Reset Password"));
    expect(await screen.findByText("Password reset successfully")).toBeTruthy();
    expect(await screen.findByText(/Default password: Quiet-Otter-71 \(please copy manually\)/)).toBeTruthy();
  });

  it("edits a user, sends only what was changed, and loses nothing where the server refuses", async () => {
    const change = vi.fn<() => unknown>(() =>
      refusal(409, "That username is already taken.", { username: "That username is already taken." }),
    );
    const { visitor, mutations } = showAdmin({
      wire: { ...listing(userOf(1)), [`PATCH /api/admin/users/${uuid(1)}`]: change },
    });
    await visitor.click(await button("Edit"));
    const form = within(await screen.findByRole("dialog", { name: "Edit User: ada@example.com" }));
    const name = form.getByLabelText("Username");
    await visitor.clear(name);
    await visitor.type(name, "countess");
    await visitor.click(form.getByRole("button", { name: "Update User" }));
    expect(await screen.findByText("Failed to update user")).toBeTruthy();
    expect(form.getByRole("alert").textContent).toBe("That username is already taken.");
    expect(name).toHaveProperty("value", "countess");

    change.mockImplementation(() => ({ user: userOf(1) }));
    await visitor.click(form.getByRole("button", { name: "Update User" }));
    expect(await screen.findByText("User updated successfully")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(mutations().at(-1)?.body).toEqual({ username: "countess", before: { username: "ada_lovelace" } });
  });

  it("does not send an edit without a last name", async () => {
    const { visitor, mutations } = showAdmin({ wire: listing(userOf(1)) });
    await visitor.click(await button("Edit"));
    await visitor.clear(screen.getByLabelText("Last Name"));
    await visitor.click(await button("Update User"));
    expect(await screen.findByText("Last name is required")).toBeTruthy();
    expect(mutations()).toEqual([]);
  });

  it("switches an account off", async () => {
    const { visitor, mutations } = showAdmin({
      wire: {
        ...listing(userOf(1)),
        [`PATCH /api/admin/users/${uuid(1)}`]: () => ({ user: userOf(1, { isActive: false }) }),
      },
    });
    await visitor.click(await screen.findByRole("switch", { name: "Ada Lovelace is active" }));
    expect(await screen.findByText("User updated successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ isActive: false });
  });

  it("offers nothing for an account with more rights, nor to switch oneself off", async () => {
    showAdmin({ wire: listing(userOf(1, { canManage: false }), userOf(7, { firstName: "Myself" })) });
    const [admin, self] = await screen.findAllByRole("listitem");
    const isOff = (row: HTMLElement | undefined, name: string) =>
      row !== undefined && within(row).getByRole("button", { name }).hasAttribute("disabled");
    expect(["Edit", "Roles", "Reset Password"].map((name) => isOff(admin, name))).toEqual([true, true, true]);
    expect(["Edit", "Roles", "Reset Password"].map((name) => isOff(self, name))).toEqual([false, false, true]);
    expect(screen.getAllByRole("switch").every((found) => found.hasAttribute("disabled"))).toBe(true);
  });

  it("assigns and removes roles, but offers none that has more rights", async () => {
    const role = (n: number, name: string, isHeld: boolean, canAssign = true) => ({
      id: uuid(n),
      name,
      description: null,
      createdAt: "2026-05-04T10:00:00.000Z",
      isHeld,
      canAssign,
    });
    const { visitor, mutations } = showAdmin({
      wire: {
        ...listing(userOf(1)),
        [`GET /api/admin/users/${uuid(1)}/roles`]: () => ({
          roles: [role(11, "owner", true), role(12, "helper", false), role(13, "admin", false, false)],
        }),
        [`POST /api/admin/users/${uuid(1)}/roles`]: () => ({ success: true }),
        [`DELETE /api/admin/users/${uuid(1)}/roles/${uuid(11)}`]: () => refusal(409, "Not this one."),
      },
    });
    await visitor.click(await button("Roles"));
    const dialog = within(await screen.findByRole("dialog", { name: "Manage Roles for ada@example.com" }));
    const [helper, admin] = await dialog.findAllByRole("button", { name: "Assign" });
    expect(admin?.hasAttribute("disabled")).toBe(true);
    expect(dialog.getAllByText("No description provided").length).toBe(2);
    if (helper !== undefined) await visitor.click(helper);
    expect(await screen.findByText("Role assigned successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ roleId: uuid(12) });
    await visitor.click(dialog.getByRole("button", { name: "Remove owner" }));
    expect(await screen.findByText("Failed to remove role")).toBeTruthy();
    expect(screen.getByText("Not this one.")).toBeTruthy();
  });
});
