import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type AdminAnswers, button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";

const entry = {
  id: uuid(5),
  userId: uuid(1),
  agentId: uuid(2),
  userName: "Ada Lovelace",
  userEmail: "ada@example.com",
  agentName: "Biscuit",
  right: "talk",
  createdAt: AT,
};
const wire = (entries: (typeof entry)[], more: AdminAnswers = {}): AdminAnswers => ({
  "GET /api/admin/user-agent-access": () => ({ userAgentAccess: entries, total: entries.length, nextCursor: null }),
  "GET /api/admin/user-agent-access/users": () => ({
    users: [{ id: uuid(1), name: "Ada Lovelace", email: "ada@example.com" }],
    total: 31,
    nextCursor: "more",
  }),
  "GET /api/admin/agents": () => ({
    agents: [{ id: uuid(2), name: "Biscuit", avatarUrl: null, language: "en-US", ownerName: "Bo Li", createdAt: AT }],
    total: 1,
    nextCursor: null,
  }),
  ...more,
});

describe("the tab Agent Access", () => {
  it("asks for both a user and an agent", async () => {
    const { visitor, mutations } = showAdmin({ tab: "agent-access", wire: wire([]) });
    expect(await screen.findByText("No user-agent access relationships found")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Current User-Agent Access (0)" })).toBeTruthy();
    await visitor.click(await button("Grant Access"));
    expect(await screen.findByText("Please select both user and agent")).toBeTruthy();
    expect(mutations()).toEqual([]);
  });

  it("finds both while one types, by mouse or by keys, and grants", async () => {
    const { visitor, mutations, sent } = showAdmin({
      tab: "agent-access",
      wire: wire([], { "POST /api/admin/user-agent-access": () => ({ access: entry }) }),
    });
    const user = await screen.findByPlaceholderText("Choose a user...");
    await visitor.type(user, "ada");
    await visitor.keyboard("{Enter}");
    expect(user.getAttribute("aria-expanded")).toBe("true");
    expect(await screen.findByText("Searching...")).toBeTruthy();
    expect(await screen.findByText("30 more. Type to find them.")).toBeTruthy();
    const option = screen.getByRole("option");
    expect(option.textContent).toBe("Ada Lovelaceada@example.com");
    await visitor.click(option);
    expect(user).toHaveProperty("value", "Ada Lovelace (ada@example.com)");

    const agent = screen.getByPlaceholderText("Choose an agent...");
    agent.focus();
    await visitor.keyboard("{ArrowDown}");
    await screen.findByRole("option", { name: /Biscuit/ });
    await visitor.keyboard("{Enter}");
    expect(agent).toHaveProperty("value", "Biscuit (of Bo Li)");

    await visitor.click(await button("Grant Access"));
    expect(await screen.findByText("User access granted successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ userId: uuid(1), agentId: uuid(2) });
    expect(user).toHaveProperty("value", "");
    expect(sent.some(({ call }) => call === "GET /api/admin/user-agent-access/users?q=ada&limit=20")).toBe(true);
  });

  it("says the server's sentence where access cannot be granted or revoked", async () => {
    const { visitor } = showAdmin({
      tab: "agent-access",
      wire: wire([entry], { "DELETE /api/admin/user-agent-access": () => refusal(404, "Access not found") }),
    });
    await visitor.click(await button("Revoke"));
    await visitor.click(await button("Revoke Access"));
    expect(await screen.findByText("Failed to revoke user access")).toBeTruthy();
    expect(screen.getByText("Access not found")).toBeTruthy();
  });

  it("revokes after a question", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "agent-access",
      wire: wire([entry], { "DELETE /api/admin/user-agent-access": () => ({ success: true }) }),
    });
    await visitor.click(await button("Revoke"));
    const question = within(await screen.findByRole("alertdialog"));
    expect(mutations()).toEqual([]);
    await visitor.click(question.getByRole("button", { name: "Revoke Access" }));
    expect(await screen.findByText("User access revoked successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ userId: uuid(1), agentId: uuid(2) });
  });
});
