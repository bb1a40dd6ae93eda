import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { LoginPage } from "./login-page.tsx";
import { RegisterPage } from "./register-page.tsx";

let sent: { path: string; body: unknown }[];

beforeEach(() => {
  sent = [];
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: "America/Los_Angeles" };
  });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    if (path === "/api/auth/promo/check") return Response.json({ success: true });
    if (method === "POST") sent.push({ path, body: JSON.parse(String(body)) });
    return Response.json({ error: "Please sign in.", code: "not_signed_in" }, { status: 401 });
  });
});

const told = (path: string) => waitFor(() => expect(sent.find((call) => call.path === path)?.body));

it("a sign-in tells the browser's time zone", async () => {
  showPage(<LoginPage />);
  await userEvent.type(await screen.findByLabelText("Username"), "robin-owner");
  await userEvent.type(screen.getByLabelText("Password"), "Right-2026!{Enter}");
  (await told("/api/auth/login")).toMatchObject({ username: "robin-owner", timeZone: "America/Los_Angeles" });
});

it("the registration tells the browser's time zone", async () => {
  showPage(<RegisterPage />);
  const typed = {
    ...{ Username: "robin-walker", Email: "robin@example.com", Phone: "555-123-4567" },
    ...{ "First Name": "Robin", "Last Name": "Walker", Address: "1 Park Lane" },
  };
  for (const [label, text] of Object.entries(typed)) await userEvent.type(await screen.findByLabelText(label), text);
  await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
  (await told("/api/auth/register")).toMatchObject({ username: "robin-walker", timeZone: "America/Los_Angeles" });
});
