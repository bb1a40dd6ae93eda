import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { personOf } from "#tests/support/fixtures.ts";

const user = personOf({ permissions: ["manage_diary"] });
let wire: ChatAnswers;
let isSignedIn: boolean;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
  wire.stored = [messageOf(1), messageOf(2)];
  isSignedIn = true;
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/auth/login") {
      isSignedIn = true;
      return Response.json({ user, requirePasswordChange: false });
    }
    if (!isSignedIn) return Response.json({ error: "Please sign in.", code: "not_signed_in" }, { status: 401 });
    if (path === "/api/auth/me") return Response.json({ user, roles: [], permissions: [] });
    return answer(path, init);
  });
});

const signInAgain = async () => {
  await userEvent.type(await screen.findByLabelText("Password"), "right");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
};

describe("a session that ends while a chat is open", () => {
  it("raises no alarm for messages that wait behind the dialog, and shows them after the sign-in", async () => {
    isSignedIn = false;
    openChatScreen({ isProtected: true });
    await screen.findByRole("dialog", { name: "Please sign in again" });
    expect(screen.queryByText(/could not be/)).toBeNull();
    await signInAgain();
    await waitFor(() => expect(bubbles()).toEqual(["message 1", "message 2"]));
    expect(screen.queryByText(/could not be/)).toBeNull();
  });

  it("keeps the question in the composer, and sends it after the sign-in", async () => {
    openChatScreen({ isProtected: true });
    const field = await composer();
    await waitFor(() => expect(bubbles()).toEqual(["message 1", "message 2"]));
    isSignedIn = false;
    await userEvent.type(field, "Where is the ball?{Enter}");
    await screen.findByRole("dialog", { name: "Please sign in again" });
    await waitFor(() => expect(field.value).toBe("Where is the ball?"));
    expect(screen.queryByText("Failed to send message")).toBeNull();
    expect(wire.asked).toEqual([]);

    await signInAgain();
    await waitFor(() => expect(wire.asked).toMatchObject([{ message: "Where is the ball?" }]));
    expect(field.value).toBe("");
    expect(screen.queryByText("Failed to send message")).toBeNull();
  });
});
