import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listAgents } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import { personOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { call } from "@/lib/api.ts";

const accounts: Record<string, User> = {
  walker: personOf({ roles: [] }),
  other: personOf({ id: uuid(8), username: "other-one", email: "other-one@example.com", roles: [] }),
};

let signedIn: User | undefined;
beforeEach(() => {
  signedIn = accounts.walker;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => answer(path, init));
});

function answer(path: string, { body }: RequestInit): Response {
  if (path === "/api/auth/login") {
    const { username, password } = JSON.parse(String(body));
    const user = Object.values(accounts).find((account) => account.username === username);
    if (user === undefined || password !== "right")
      return Response.json({ error: "Invalid credentials", code: "invalid_credentials" }, { status: 401 });
    signedIn = user;
    return Response.json({ user, requirePasswordChange: false });
  }
  if (signedIn === undefined)
    return Response.json({ error: "Please sign in.", code: "not_signed_in" }, { status: 401 });
  if (path === "/api/auth/me") return Response.json({ user: signedIn, roles: [], permissions: [] });
  return Response.json({ agents: [], agentsCreatedByUser: 0, isAdmin: false });
}

/** A page with something typed and a call that may be refused. */
function Page() {
  const [isAsked, setAsked] = useState(false);
  const pets = useQuery({ queryKey: ["pets"], queryFn: () => call(listAgents, {}), enabled: isAsked });
  return (
    <>
      <textarea aria-label="Answer" />
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <p>{pets.isSuccess ? "answered" : "not answered"}</p>
    </>
  );
}

async function openPage() {
  showPage(
    <ProtectedRoute>
      <Page />
    </ProtectedRoute>,
  );
  await userEvent.type(await screen.findByLabelText("Answer"), "She loves");
}

async function loseSession() {
  signedIn = undefined;
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  return screen.findByRole("dialog", { name: "Please sign in again" });
}

const password = () => screen.getByLabelText<HTMLInputElement>("Password");
async function signIn(text: string) {
  await userEvent.type(password(), text);
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
}
const typed = () => screen.queryByDisplayValue("She loves");

describe("a session that ends in mid-work", () => {
  it("asks to sign in over the page, and the same account goes on where it was", async () => {
    await openPage();
    await loseSession();
    expect(document.activeElement).toBe(password());
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("walker");
    await userEvent.keyboard("{Escape}");
    await signIn("right");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typed()).toBeTruthy();
    expect(await screen.findByText("answered")).toBeTruthy();
  });

  it("says what is wrong with a password, and lets it be tried again", async () => {
    await openPage();
    await loseSession();
    await signIn("wrong");
    expect((await screen.findByRole("alert")).textContent).toBe("Invalid credentials");
    await userEvent.clear(password());
    await signIn("right");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typed()).toBeTruthy();
  });

  it("shows another account nothing of the first one's page", async () => {
    // The new document itself is the browser's matter.
    vi.spyOn(console, "error").mockReturnValue();
    await openPage();
    sessionStorage.setItem("draft:1", "a secret");
    await loseSession();
    const username = screen.getByLabelText("Username");
    await userEvent.clear(username);
    await userEvent.type(username, "other-one");
    expect(screen.getByText(/With another username the page starts anew/)).toBeTruthy();
    await signIn("right");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typed()).toBeNull();
    expect(sessionStorage.getItem("draft:1")).toBeNull();
  });
});
