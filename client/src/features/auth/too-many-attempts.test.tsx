import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";
import { LoginPage } from "@/features/auth/login-page.tsx";
import { PromoCodePage } from "@/features/auth/promo-code-page.tsx";
import { RegisterPage } from "@/features/auth/register-page.tsx";

const sentence = "Too many attempts. Please wait 40 seconds and try again.";

/** Shows a page with a fake server that answers every GET and refuses every other call with 429. */
function open(page: ReactNode): void {
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) =>
    method === "POST"
      ? new Response(JSON.stringify({ error: sentence, code: "rate_limited", retryAfter: 40 }), { status: 429 })
      : path.endsWith("/promo/check")
        ? new Response(JSON.stringify({ success: true }))
        : new Response(JSON.stringify({ error: "Please sign in.", code: "not_signed_in" }), { status: 401 }),
  );
  showPage(
    <>
      {page}
      <Toaster />
    </>,
  );
}

const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);

describe("too many attempts", () => {
  it("to sign in: the sentence is shown, and what was typed stays", async () => {
    open(<LoginPage />);
    fireEvent.change(await field("Username"), { target: { value: "robin-owner" } });
    fireEvent.change(await field("Password"), { target: { value: "Good-Dog-2026!" } });
    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await field("Username")).value).toBe("robin-owner");
    expect((await field("Password")).value).toBe("Good-Dog-2026!");
  });

  it("with promo codes: the sentence is shown, and the code stays", async () => {
    open(<PromoCodePage />);
    fireEvent.change(await field("Promo Code"), { target: { value: "WALKIES" } });
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await field("Promo Code")).value).toBe("WALKIES");
  });

  it("to sign up: the sentence is shown, and the form stays filled in", async () => {
    open(<RegisterPage />);
    const given = {
      Username: "robin-owner",
      Email: "robin@example.com",
      Phone: "555-123-4567",
      "First Name": "Robin",
      "Last Name": "Walker",
      Address: "1 Park Lane",
    };
    for (const [label, text] of Object.entries(given))
      fireEvent.change(await field(new RegExp(`^${label}`)), { target: { value: text } });
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    for (const [label, text] of Object.entries(given)) expect((await field(new RegExp(`^${label}`))).value).toBe(text);
  });
});
