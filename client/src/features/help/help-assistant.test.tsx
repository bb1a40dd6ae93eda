import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { HelpAssistant } from "./help-assistant.tsx";

let sent: unknown[];
let answer: () => Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = async () => new Response(JSON.stringify({ response: "Choose Upload Image." }));
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    sent.push({ call: `${method} ${path}`, body: JSON.parse(String(body)) });
    return answer();
  });
  showPage(<HelpAssistant />);
});

const open = () => userEvent.click(screen.getByRole("button", { name: "Open help assistant" }));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your question" });

describe("the help assistant", () => {
  it("is closed at first, and opens with the focus in its field", async () => {
    expect(screen.queryByRole("region")).toBeNull();
    await open();
    expect(screen.getByRole("region", { name: "Help assistant" }).className).toContain("w-80");
    expect(document.activeElement).toBe(field());
  });

  it("asks in the context of the setup and shows the answer in a log", async () => {
    await open();
    await userEvent.type(field(), " How do I add a picture? {Enter}");
    expect(await screen.findByText("Choose Upload Image.")).toBeTruthy();
    expect(screen.getByRole("log").textContent).toContain("How do I add a picture?");
    expect(sent).toEqual([
      { call: "POST /api/help-assistant", body: { message: "How do I add a picture?", context: "setup_screen" } },
    ]);
    expect(field().value).toBe("");
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
