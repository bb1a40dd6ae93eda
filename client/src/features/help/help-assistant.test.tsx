import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { HelpAssistant, type HelpView } from "./help-assistant.tsx";

const PET = "0b2c7a52-6f0e-4d5b-9c1a-3a8f5e7d1c24";
let sent: unknown[];
let answer: () => Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = async () => new Response(JSON.stringify({ response: "Choose Upload Image." }));
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    sent.push({ call: `${method} ${path}`, body: JSON.parse(String(body)) });
    return answer();
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  showPage(<Help />);
});

function Help() {
  const [view, setView] = useState<HelpView>("closed");
  return <HelpAssistant view={view} onView={setView} />;
}

const open = () => userEvent.click(screen.getByRole("button", { name: "Open help assistant" }));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your question" });

describe("the help assistant", () => {
  it("is closed at first, and opens with the focus in its field", async () => {
    expect(screen.queryByRole("region")).toBeNull();
    await open();
    expect(screen.getByRole("region", { name: "Help assistant" }).className).toContain("w-80");
    expect(document.activeElement).toBe(field());
  });

  it("asks with the page and the open pet, and shows the answer in a log", async () => {
    window.history.replaceState(null, "", "/app?tab=chat");
    setActivePet({ agentId: PET, sessionId: PET });
    await open();
    await userEvent.type(field(), " How do I add a picture? {Enter}");
    expect(await screen.findByText("Choose Upload Image.")).toBeTruthy();
    expect(screen.getByRole("log").textContent).toContain("How do I add a picture?");
    const asked = { message: "How do I add a picture?", context: "setup_screen" };
    expect(sent).toEqual([
      {
        call: "POST /api/help-assistant",
        body: { ...asked, history: [], page: "chat", isPhone: false, agentId: PET },
      },
    ]);
    expect(field().value).toBe("");
  });

  it("tells what was said before with the next question, but no apology and no question that got one", async () => {
    await open();
    await userEvent.type(field(), "How do I add a picture?{Enter}");
    await screen.findByText("Choose Upload Image.");
    answer = async () => new Response(JSON.stringify({ error: "down", code: "x" }), { status: 503 });
    await userEvent.type(field(), "And which size?{Enter}");
    await screen.findByText(/having trouble answering/);
    await userEvent.type(field(), "{Enter}");
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toMatchObject({
      body: {
        message: "And which size?",
        history: [{ question: "How do I add a picture?", answer: "Choose Upload Image." }],
      },
    });
  });

  it("ignores an empty message, and any while a reply is pending, which stays in the field", async () => {
    let reply: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (reply = resolve));
    await open();
    await userEvent.type(field(), "  {Enter}");
    expect(sent).toHaveLength(0);
    await userEvent.type(field(), "first{Enter}second{Enter}");
    expect(sent).toHaveLength(1);
    expect(field().value).toBe("second");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send question" }).disabled).toBe(true);
    reply(new Response(JSON.stringify({ response: "There." })));
    expect(await screen.findByText("There.")).toBeTruthy();
  });

  it("gives a question back that it could not answer", async () => {
    answer = async () => new Response("<html>Please sign in to the proxy</html>");
    await open();
    await userEvent.type(field(), "How do I add a picture?{Enter}");
    expect(await screen.findByText(/having trouble answering/)).toBeTruthy();
    expect(field().value).toBe("How do I add a picture?");
  });

  it("begins a new line by Shift and Enter", async () => {
    await open();
    await userEvent.type(field(), "one{Shift>}{Enter}{/Shift}two");
    expect(field().value).toBe("one\ntwo");
    expect(sent).toHaveLength(0);
  });

  it("says how long to wait when too much was asked", async () => {
    const error = "Too many questions at once. Please wait 20 seconds and try again.";
    answer = async () => new Response(JSON.stringify({ error, code: "rate_limited" }), { status: 429 });
    await open();
    await userEvent.type(field(), "And now?{Enter}");
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByRole("log").textContent).toContain("And now?");
  });

  it("apologises when the call fails, and suggests to retry or continue", async () => {
    answer = async () => new Response(JSON.stringify({ error: "down", code: "x" }), { status: 503 });
    await open();
    await userEvent.type(field(), "Hello{Enter}");
    expect(await screen.findByText(/sorry, I'm having trouble.*try again.*continue/)).toBeTruthy();
  });

  it("is minimised by Escape, gives the focus back, marks an answer that came meanwhile, and keeps what was said", async () => {
    let reply: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (reply = resolve));
    await open();
    await userEvent.type(field(), "Hello{Enter}more");
    await userEvent.keyboard("{Escape}");
    const button = screen.getByRole("button", { name: "Restore help assistant" });
    expect(document.activeElement).toBe(button);
    reply(new Response(JSON.stringify({ response: "There." })));
    await waitFor(() => expect(button.getAttribute("aria-label")).toBe("Restore help assistant: new answer"));
    await userEvent.click(button);
    expect(screen.getByText("There.")).toBeTruthy();
    expect(field().value).toBe("more");
    await userEvent.click(screen.getByRole("button", { name: "Close help assistant" }));
    expect(screen.getByRole("button", { name: "Open help assistant" })).toBeTruthy();
  });
});
