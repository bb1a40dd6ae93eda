import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { personOf } from "#tests/support/fixtures.ts";
import { newQueryClient, showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { ChangePasswordPage } from "./change-password-page.tsx";

const tokenOf = (at: number, expiresAt: string | null) => ({
  id: uuid(at),
  name: `script ${at}`,
  scopes: ["read"],
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt,
  lastUsedAt: null,
});
const lasting = tokenOf(1, null);
const ended = tokenOf(2, "2026-01-02T00:00:00.000Z");

let asked: string[];
beforeEach(() => {
  asked = [];
});

function open(answer: () => Response, { isDefaultPassword = false } = {}) {
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer();
  });
  const client = newQueryClient();
  const status = isDefaultPassword ? "password-change-required" : "authenticated";
  client.setQueryData(["/api/auth/me"], { status, user: personOf({ isDefaultPassword, roles: [] }) });
  showPage(<ChangePasswordPage />, client);
  return client;
}

it.each([
  ["1 access token of yours stays valid after the change.", "Revoke it in My data", [lasting, ended]],
  ["2 access tokens of yours stay valid after the change.", "Revoke them in My data", [lasting, tokenOf(3, null)]],
])("the change of a password says: %s", async (sentence, link, tokens) => {
  open(() => Response.json({ tokens }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/my-data#access-tokens");
});

it("the change of a password says that tokens stay valid where they could not be counted", async () => {
  open(() => Response.json({ error: "Not now.", code: "unavailable" }, { status: 503 }));
  expect(await screen.findByText("Access tokens stay valid after the change.")).toBeTruthy();
});

it("the change of a password says nothing of tokens where none is valid, nor asks with a temporary password", async () => {
  const client = open(() => Response.json({ tokens: [ended] }));
  await waitFor(() => expect(asked).toEqual(["/api/access-tokens"]));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText(/access token/i)).toBeNull();
  asked = [];
  open(() => Response.json({ tokens: [lasting] }), { isDefaultPassword: true });
  expect(screen.queryByText(/access token/i)).toBeNull();
  expect(asked).toEqual([]);
});
