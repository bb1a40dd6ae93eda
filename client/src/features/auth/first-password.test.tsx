import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Route, Switch } from "wouter";
import { personOf } from "#tests/support/fixtures.ts";
import { newQueryClient, showPage } from "#tests/support/page.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";
import { ChangePasswordPage } from "@/features/auth/change-password-page.tsx";
import { LoginPage } from "@/features/auth/login-page.tsx";
import { dropTemporaryPassword } from "@/features/auth/temporary-password.ts";
import { RegistrationComplete } from "./register-page.tsx";

const TEMPORARY = "Brave-Otter-58!";
const OWN = "Good-Dog-2026!";
const user = personOf({
  username: "robin-walker",
  email: "robin@example.com",
  firstName: "Robin",
  isDefaultPassword: true,
});
const required = { error: "Please change it.", code: "password_change_required", requirePasswordChange: true, user };

// In a browser it goes with the page.
afterEach(dropTemporaryPassword);

let sent: { call: string; body: unknown }[];
let answers: Record<string, () => Response>;
beforeEach(() => {
  sent = [];
  answers = {
    "POST /api/auth/login": () => Response.json({ user, requirePasswordChange: true }),
    "GET /api/auth/me": () => Response.json(required, { status: 403 }),
    "POST /api/auth/change-password": () => Response.json({ success: true }),
    "POST /api/auth/logout": () => Response.json({ success: true }),
  };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push({ call: `${method} ${path}`, body: typeof body === "string" ? JSON.parse(body) : undefined });
    return answers[`${method} ${path}`]?.() ?? Response.json({ error: "No", code: "no" }, { status: 404 });
  });
});

/** What stands at the end of the registration, and the page that it leads to. */
function showEndOfRegistration() {
  window.history.replaceState(null, "", "/register");
  const client = newQueryClient();
  client.setQueryData(["/api/auth/me"], { status: "unauthenticated" });
  showPage(
    <>
      <Switch>
        <Route path="/register">
          <RegistrationComplete username="robin-walker" password={TEMPORARY} />
        </Route>
        <Route path="/app" component={ChangePasswordPage} />
        <Route path="/login" component={LoginPage} />
      </Switch>
      <Toaster />
    </>,
    client,
  );
}

/** The sign-in, and what stands in place of the main screen while the password is a temporary one. */
function showSignIn() {
  window.history.replaceState(null, "", "/login");
  const client = newQueryClient();
  client.setQueryData(["/api/auth/me"], { status: "unauthenticated" });
  showPage(
    <>
      <Switch>
        <Route path="/login" component={LoginPage} />
        <Route path="/app" component={ChangePasswordPage} />
      </Switch>
      <Toaster />
    </>,
    client,
  );
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const continueToSignIn = async () => userEvent.click(await screen.findByRole("link", { name: "Continue to Sign In" }));
const signIn = async () => userEvent.click(await screen.findByRole("button", { name: "Sign In" }));
const bodyOf = (call: string) => sent.find((one) => one.call === call)?.body;

describe("a new owner's first password", () => {
  it("is the one the page has just shown: nothing is typed twice", async () => {
    showEndOfRegistration();
    await continueToSignIn();
    expect((await field("Username")).value).toBe("robin-walker");
    expect((await field("Password")).value).toBe(TEMPORARY);
    await signIn();
    expect((await field("Current Password")).value).toBe(TEMPORARY);
    expect(bodyOf("POST /api/auth/login")).toMatchObject({ username: "robin-walker", password: TEMPORARY });
    expect(window.location.pathname).toBe("/app");
    expect(document.activeElement).toBe(await field("New Password"));

    fireEvent.change(await field("New Password"), { target: { value: OWN } });
    fireEvent.change(await field("Confirm New Password"), { target: { value: OWN } });
    await userEvent.click(screen.getByRole("button", { name: "Update Password" }));
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(bodyOf("POST /api/auth/change-password")).toEqual({ currentPassword: TEMPORARY, newPassword: OWN });
  });

  it("is kept in the memory of that page alone, and no longer than it is needed", async () => {
    showEndOfRegistration();
    await continueToSignIn();
    await signIn();
    await field("Current Password");
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state, document.cookie]);
    expect(kept).not.toContain(TEMPORARY);
    await userEvent.click(screen.getByRole("button", { name: "Sign Out" }));
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    cleanup();
    showPage(<ChangePasswordPage />, sessionOfNewOwner());
    expect((await field("Current Password")).value).toBe("");
  });

  it("can still be copied, with one way on", async () => {
    showEndOfRegistration();
    const link = await screen.findByRole("link", { name: "Continue to Sign In" });
    expect(link.getAttribute("href")).toBe("/login");
    expect(screen.getByRole("button", { name: "Copy to clipboard" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sign in now" })).toBeNull();
  });

  it("stays in its field, where the sign-in fails", async () => {
    answers["POST /api/auth/login"] = () =>
      Response.json({ error: "Please wait 40 seconds.", code: "rate_limited" }, { status: 429 });
    showEndOfRegistration();
    await continueToSignIn();
    await signIn();
    expect((await screen.findAllByText("Please wait 40 seconds.")).length).toBeGreaterThan(0);
    expect((await field("Password")).value).toBe(TEMPORARY);
  });

  it("is the one that was typed at the sign-in, where an administrator has passed it on", async () => {
    showSignIn();
    fireEvent.change(await field("Username"), { target: { value: "robin-walker" } });
    fireEvent.change(await field("Password"), { target: { value: TEMPORARY } });
    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    expect((await field("Current Password")).value).toBe(TEMPORARY);
    expect(document.activeElement).toBe(await field("New Password"));
    expect(await screen.findByText("Password Change Required")).toBeTruthy();
  });

  it("is not held against a confirmation that is still being typed", async () => {
    showPage(<ChangePasswordPage />, sessionOfNewOwner());
    fireEvent.change(await field("New Password"), { target: { value: OWN } });
    fireEvent.change(await field("Confirm New Password"), { target: { value: "Good" } });
    expect(screen.getByText("Passwords don't match yet").className).not.toContain("danger");
  });
});

function sessionOfNewOwner() {
  const client = newQueryClient();
  client.setQueryData(["/api/auth/me"], { status: "password-change-required", user });
  return client;
}
