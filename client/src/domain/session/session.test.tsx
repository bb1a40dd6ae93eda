import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newQueryClient, showPage } from "../../../../tests/support/page.tsx";
import { markSignedOut, refreshSession, useSession } from "./session.ts";

const user = {
  id: "00000000-0000-4000-8000-000000000007",
  username: "walker",
  email: "walker@example.com",
  phone: null,
  firstName: "Wanda",
  lastName: "Walker",
  address: null,
  isDefaultPassword: false,
  isActive: true,
  roles: [],
  permissions: [],
  createdAt: "2026-05-04T10:00:00.000Z",
};

let asked: number;
let isSignedIn: boolean;
let client: QueryClient;
beforeEach(() => {
  asked = 0;
  isSignedIn = false;
  client = newQueryClient();
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return isSignedIn
      ? new Response(JSON.stringify({ user, roles: [], permissions: [] }))
      : new Response(JSON.stringify({ error: "Not signed in", code: "not_signed_in" }), { status: 401 });
  });
});

const Status = ({ ifLikely }: { ifLikely: boolean }) => <p>{useSession({ ifLikely }).status}</p>;

function show({ ifLikely } = { ifLikely: false }) {
  return showPage(<Status ifLikely={ifLikely} />, client);
}

describe("the session", () => {
  it("is asked for on a page that needs it, also in a browser where nobody signed in", async () => {
    show();
    expect(await screen.findByText("unauthenticated")).toBeTruthy();
    expect(asked).toBe(1);
  });

  it("is not asked for on a public page, until somebody has signed in there", async () => {
    const page = show({ ifLikely: true });
    expect(screen.getByText("loading")).toBeTruthy();
    expect(asked).toBe(0);

    isSignedIn = true;
    await refreshSession(client);
    expect(await screen.findByText("authenticated")).toBeTruthy();
    page.unmount();
    client.clear();
    show({ ifLikely: true });
    expect(await screen.findByText("authenticated")).toBeTruthy();
    expect(asked).toBe(2);
  });

  it("is forgotten with the sign-out", async () => {
    isSignedIn = true;
    await refreshSession(client);
    client.clear();
    markSignedOut(client);
    client.clear();
    show({ ifLikely: true });
    expect(screen.getByText("loading")).toBeTruthy();
    expect(asked).toBe(1);
  });

  it("takes no answer from before a sign-in for the one after it", async () => {
    let answerFirst: (response: Response) => void = () => undefined;
    const later = fetch;
    vi.stubGlobal("fetch", () => {
      asked += 1;
      return new Promise<Response>((resolve) => {
        answerFirst = resolve;
      });
    });
    show();
    await waitFor(() => expect(asked).toBe(1));
    vi.stubGlobal("fetch", later);
    isSignedIn = true;
    await act(() => refreshSession(client));
    await act(async () => answerFirst(new Response("{}", { status: 401 })));
    expect(await screen.findByText("authenticated")).toBeTruthy();
  });
});
