import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";
import { LoginPage } from "./login-page.tsx";
import { PromoCodePage } from "./promo-code-page.tsx";

/** Shows a page whose server refuses every call that changes something. */
function open(page: ReactNode, status: number, error: string): void {
  vi.stubGlobal("fetch", async (_path: string, { method = "GET" }: RequestInit = {}) =>
    method === "POST"
      ? Response.json({ error, code: "refused" }, { status })
      : Response.json({ error: "Please sign in.", code: "not_signed_in" }, { status: 401 }),
  );
  showPage(
    <>
      {page}
      <Toaster />
    </>,
  );
}

/** What a screen reader says of a field beside its label; null where the field is not marked as wrong. */
function complaintOf(field: HTMLElement): string | null {
  if (field.getAttribute("aria-invalid") !== "true") return null;
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

it("a wrong sign-in is said at both fields, beside the toast, until one of them is changed", async () => {
  open(<LoginPage />, 401, "Invalid credentials");
  const [username, password] = [await screen.findByLabelText("Username"), await screen.findByLabelText("Password")];
  await userEvent.type(username, "robin-owner");
  await userEvent.type(password, "Wrong-2026!{Enter}");
  expect(await screen.findByText("Login Failed")).toBeTruthy();
  expect(complaintOf(username)).toContain("Invalid credentials");
  expect(complaintOf(password)).toContain("Invalid credentials");
  await userEvent.type(password, "?");
  expect([complaintOf(username), complaintOf(password)]).toEqual([null, null]);
});

it("a wrong promo code is said at its field, beside the toast, until it is changed", async () => {
  open(<PromoCodePage />, 403, "That promo code is not valid.");
  const code = await screen.findByLabelText("Promo Code");
  await userEvent.type(code, "WRONG{Enter}");
  expect(await screen.findByText("Invalid promo code")).toBeTruthy();
  expect(complaintOf(code)).toContain("That promo code is not valid.");
  await userEvent.type(code, "2");
  expect(complaintOf(code)).toBeNull();
});

it("what is wrong with neither is said by the toast alone", async () => {
  open(<LoginPage />, 503, "The database is away.");
  const [username, password] = [await screen.findByLabelText("Username"), await screen.findByLabelText("Password")];
  await userEvent.type(username, "robin-owner");
  await userEvent.type(password, "Right-2026!{Enter}");
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  expect([complaintOf(username), complaintOf(password)]).toEqual([null, null]);
});

it("white space alone fills no field in", async () => {
  open(<LoginPage />, 401, "Invalid credentials");
  await userEvent.type(await screen.findByLabelText("Username"), " ");
  await userEvent.type(await screen.findByLabelText("Password"), " ");
  expect(screen.getByRole("button", { name: "Sign In" })).toHaveProperty("disabled", true);
});
