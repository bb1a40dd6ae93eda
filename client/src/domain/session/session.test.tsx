import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { VISITOR_HEADER } from "#shared/api/auth.ts";
import { personOf } from "#tests/support/fixtures.ts";
import { newQueryClient, showPage } from "#tests/support/page.tsx";
import { markSignedOut, refreshSession, useSession } from "./session.ts";

const user = personOf({ roles: [] });

let asked: number;
let isSignedIn: boolean;
let client: QueryClient;
beforeEach(() => {
  asked = 0;
  isSignedIn = false;
  client = newQueryClient();
  const answer = vi.fn(async () => {
    asked += 1;
    return isSignedIn
      ? new Response(JSON.stringify({ user, roles: [], permissions: [] }))
      : new Response(JSON.stringify({ error: "Not signed in", code: "not_signed_in" }), { status: 401 });
  });
  vi.stubGlobal("fetch", answer);
});

const Status = () => <p>{useSession().status}</p>;
const show = () => showPage(<Status />, client);

describe("the session", () => {
  it("is asked for on start, also in a browser where nobody signed in, as a visitor who may be refused quietly", async () => {
    show();
    expect(await screen.findByText("unauthenticated")).toBeTruthy();
    expect(asked).toBe(1);
    expect(new Headers(vi.mocked(fetch).mock.calls[0]?.[1]?.headers).has(VISITOR_HEADER)).toBe(true);
  });

  it("is over where the server tells a visitor with 204", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
    show();
    expect(await screen.findByText("unauthenticated")).toBeTruthy();
  });

  it("counts an account as active where nothing is said, and takes permissions by name or as objects with a name", async () => {
    const { isActive: _unsaid, roles: _none, ...rest } = user;
    const permissions = ["manage_diary", { name: "manage_agents" }];
    vi.stubGlobal("fetch", async () =>
      Response.json({ user: { ...rest, permissions }, roles: [{ name: "owner" }], permissions: [] }),
    );
    show();
    expect(await screen.findByText("authenticated")).toBeTruthy();
    expect(client.getQueryData(["/api/auth/me"])).toMatchObject({
      user: { isActive: true, roles: ["owner"], permissions: ["manage_diary", "manage_agents"] },
    });
  });

  it("needs a change of password where the refusal says no more than that", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ requirePasswordChange: true, user }, { status: 403 }));
    show();
    expect(await screen.findByText("password-change-required")).toBeTruthy();
  });

  it("needs a change of password where the user's is a temporary one", async () => {
    const temporary = { ...user, isDefaultPassword: true };
    vi.stubGlobal("fetch", async () => Response.json({ user: temporary, roles: [], permissions: [] }));
    show();
    expect(await screen.findByText("password-change-required")).toBeTruthy();
  });

  it("is over with the sign-out", async () => {
    isSignedIn = true;
    show();
    expect(await screen.findByText("authenticated")).toBeTruthy();
    act(() => markSignedOut(client));
    expect(await screen.findByText("unauthenticated")).toBeTruthy();
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
