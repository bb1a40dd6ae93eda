import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listAgents } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import { PAGE_ACCOUNT_HEADER } from "#shared/route.ts";
import { personOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { LoginPage } from "@/features/auth/login-page.tsx";
import { call } from "@/lib/api.ts";

const first = personOf({ roles: [] });
const second = personOf({ id: uuid(8), username: "second-one", email: "second@example.com", roles: [] });

/** Whose session the browser's cookie is, as the server knows it. */
let signedIn: User | null;
let done: string[];
beforeEach(() => {
  signedIn = first;
  done = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => answer(path, init));
});

function answer(path: string, { body, headers }: RequestInit): Response {
  if (path === "/api/auth/login") {
    const { username } = JSON.parse(String(body));
    signedIn = username === second.username ? second : first;
    return Response.json({ user: signedIn, requirePasswordChange: false });
  }
  if (signedIn === null) return Response.json({ error: "Please sign in.", code: "not_signed_in" }, { status: 401 });
  if (path === "/api/auth/me") return Response.json({ user: signedIn, roles: [], permissions: [] });
  const account = new Headers(headers).get(PAGE_ACCOUNT_HEADER);
  if (account !== null && account !== signedIn.id)
    return Response.json({ error: "Somebody else has signed in.", code: "other_account" }, { status: 409 });
  if (path === "/api/auth/logout") signedIn = null;
  else done.push(`${path} as ${signedIn.username}`);
  return Response.json({ agents: [], agentsCreatedByUser: 0, isAdmin: false, success: true });
}

function Page() {
  const [isAsked, setAsked] = useState(false);
  const signOut = useSignOut();
  const pets = useQuery({ queryKey: ["pets"], queryFn: () => call(listAgents, {}), enabled: isAsked });
  return (
    <>
      <textarea aria-label="Answer" />
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <button type="button" onClick={() => void signOut()}>
        Sign out
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

/** Another tab of the browser, which hears what this one says. */
function otherTab() {
  const tab = new BroadcastChannel("session");
  onTestFinished(() => tab.close());
  const heard = new Promise<void>((resolve) => tab.addEventListener("message", () => resolve(), { once: true }));
  return { heard, tell: () => tab.postMessage(null) };
}

const replaced = () => screen.findByRole("dialog", { name: "Somebody else has signed in" });
const isOver = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const typed = () => screen.queryByDisplayValue("She loves");
const signIn = async () => {
  await userEvent.type(screen.getByLabelText("Password"), "right");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
};

describe("a page while somebody signs in or out in another tab [T143]", () => {
  it("hides at once from somebody else, and goes on where it was after its own person has signed in again", async () => {
    const tab = otherTab();
    await openPage();
    signedIn = second;
    tab.tell();
    await replaced();
    await signIn();
    await isOver();
    expect(typed()).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    expect(await screen.findByText("answered")).toBeTruthy();
    expect(done).toEqual(["/api/agents as walker"]);
  });

  it("goes on by itself once its own person has signed in again in the other tab", async () => {
    const tab = otherTab();
    await openPage();
    signedIn = second;
    tab.tell();
    await replaced();
    signedIn = first;
    tab.tell();
    await isOver();
    expect(typed()).toBeTruthy();
  });

  it("asks to sign in where its person has signed out there", async () => {
    const tab = otherTab();
    await openPage();
    signedIn = null;
    tab.tell();
    expect(await screen.findByRole("dialog", { name: "Please sign in again" })).toBeTruthy();
    expect(typed()).toBeTruthy();
  });

  it("hears it by the storage where a browser has no other way", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    await openPage();
    signedIn = second;
    fireEvent(window, new StorageEvent("storage", { key: "theme" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent(window, new StorageEvent("storage", { key: "session" }));
    await replaced();
  });

  it("learns of it by its next call, which does nothing in the name of the other and is made again as its own", async () => {
    await openPage();
    signedIn = second;
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    await replaced();
    expect(done).toEqual([]);
    await signIn();
    expect(await screen.findByText("answered")).toBeTruthy();
    expect(done).toEqual(["/api/agents as walker"]);
  });

  it("leaves nothing to the other, and signs nobody else out", async () => {
    // The new document itself is the browser's matter.
    vi.spyOn(console, "error").mockReturnValue();
    const tab = otherTab();
    await openPage();
    sessionStorage.setItem("draft:1", "a secret");
    signedIn = second;
    tab.tell();
    await replaced();
    await userEvent.click(screen.getByRole("button", { name: "Leave this page" }));
    await isOver();
    expect(typed()).toBeNull();
    expect(sessionStorage.getItem("draft:1")).toBeNull();
    expect(signedIn).toBe(second);
  });

  it("can be left by its menu though somebody else is signed in, who stays so", async () => {
    await openPage();
    signedIn = second;
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(typed()).toBeNull());
    expect(signedIn).toBe(second);
  });
});

describe("the other tabs [T143]", () => {
  it("are told of a sign-out", async () => {
    const tab = otherTab();
    await openPage();
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    await tab.heard;
  });

  it("are told of a sign-in", async () => {
    signedIn = null;
    const tab = otherTab();
    showPage(<LoginPage />);
    await userEvent.type(await screen.findByLabelText("Username"), "second-one");
    await userEvent.type(screen.getByLabelText("Password"), "right");
    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await tab.heard;
  });

  it("are told by the storage where a browser has no other way", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    await openPage();
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(localStorage.getItem("session")).not.toBeNull());
  });
});
