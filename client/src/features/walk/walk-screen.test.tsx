import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ChatAnswers,
  composer,
  messageOf,
  newReply,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { HOLD_MS } from "./hold-button.tsx";
import { talkOver } from "./walk-settings.ts";

let wire: ChatAnswers;
const recognitions: FakeRecognition[] = [];

/** A fake of the browser's speech recognition, with the parts that are used. */
class FakeRecognition {
  lang = "";
  isOpen = false;
  onstart: (() => void) | null = null;
  onresult: ((event: { results: { transcript: string }[][] }) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    recognitions.push(this);
  }
  start(): void {
    this.isOpen = true;
    queueMicrotask(() => act(() => this.onstart?.()));
  }
  abort(): void {
    this.isOpen = false;
  }
  stop = () => this.onend?.();
  hear(transcript: string): void {
    act(() => {
      this.onresult?.({ results: [[{ transcript }]] });
      this.onend?.();
    });
  }
}

/** A fake audio context without sound. */
class SilentContext {
  state = "suspended";
  resume = async () => {};
  close = async () => {};
}

beforeEach(() => {
  recognitions.length = 0;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.stubGlobal("SpeechRecognition", FakeRecognition);
  vi.stubGlobal("AudioContext", SilentContext);
  wire = startWire();
  wire.hasRecognizer = false;
  talkOver.choose("off");
});

async function startWalk(): Promise<void> {
  openChatScreen();
  await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
  await userEvent.click(await screen.findByRole("button", { name: "Start the walk" }));
}
const listening = () => screen.findByRole("heading", { name: "Listening" });
const latest = () => recognitions.at(-1);

describe("walk mode", () => {
  it("asks what was heard, shows the answer, and listens again without a tap", async () => {
    await startWalk();
    for (const text of ["where is the ball", "and the bone"]) {
      await listening();
      expect(latest()).toMatchObject({ isOpen: true, lang: "en-US" });
      wire.reply = newReply();
      latest()?.hear(text);
      await waitFor(() => expect(wire.asked.at(-1)).toMatchObject({ message: text, generateAudio: true }));
      expect(latest()?.isOpen).toBe(false);
      expect(screen.getByRole("heading", { name: "Thinking" })).toBeTruthy();
      wire.reply.send(
        { type: "user_message_saved", messageId: uuid(101) },
        { type: "content", content: `About ${text}: woof!` },
        { type: "complete", messageId: uuid(102), sources: [], audioUrl: null, stopped: false },
      );
      wire.reply.end();
      expect(await screen.findByText(`About ${text}: woof!`)).toBeTruthy();
    }
    await listening();
    expect(wire.asked).toHaveLength(2);
    expect(wire.asked.every((question) => question.sessionId === uuid(2))).toBe(true);
  });

  it("asks again where a page came in place of the answer, and leaves the question in the chat's composer [T150]", async () => {
    wire.contentType = "text/html";
    await startWalk();
    await listening();
    latest()?.hear("where is the ball");
    expect(await screen.findByText("The server answered with a page instead of data (200). Try again.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
    vi.useFakeTimers();
    fireEvent.pointerDown(screen.getByRole("button", { name: "Hold to unlock" }));
    act(() => vi.advanceTimersByTime(HOLD_MS));
    vi.useRealTimers();
    await userEvent.click(screen.getByRole("button", { name: "Back to the chat" }));
    expect((await composer()).value).toBe("where is the ball");
  });

  it("fetches the messages of the chat behind it only when it is left", async () => {
    await startWalk();
    await listening();
    const fetched = () => wire.calls.filter((call) => call.includes("/messages")).length;
    const before = fetched();
    wire.reply = newReply();
    latest()?.hear("where is the ball");
    await waitFor(() => expect(wire.asked).toHaveLength(1));
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Under the sofa." },
      { type: "complete", messageId: uuid(102), sources: [], audioUrl: null, stopped: false },
    );
    wire.reply.end();
    await screen.findByText("Under the sofa.");
    await listening();
    expect(fetched()).toBe(before);
    wire.stored = [
      messageOf(101, { role: "user", content: "where is the ball" }),
      messageOf(102, { role: "assistant", content: "Under the sofa." }),
    ];
    const lock = screen.getByRole("button", { name: "Hold to unlock" });
    vi.useFakeTimers();
    fireEvent.pointerDown(lock);
    act(() => vi.advanceTimersByTime(HOLD_MS));
    vi.useRealTimers();
    await userEvent.click(screen.getByRole("button", { name: "Back to the chat" }));
    expect(await screen.findByText("Under the sofa.")).toBeTruthy();
    expect(fetched()).toBe(before + 1);
  });

  it("shows what the reply asks to choose between, and asks what is picked", async () => {
    await startWalk();
    await listening();
    wire.reply = newReply();
    latest()?.hear("what do you like");
    await waitFor(() => expect(wire.asked).toHaveLength(1));
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Do you mean my food or my bed?" },
      { type: "choices", choices: [{ label: "my bed", question: "Where do I sleep?" }] },
      { type: "complete", messageId: uuid(102), sources: [], audioUrl: null, stopped: false },
    );
    wire.reply.end();
    wire.reply = newReply();
    await userEvent.click(await screen.findByRole("button", { name: "my bed" }));
    await waitFor(() => expect(wire.asked.at(-1)).toMatchObject({ message: "my bed" }));
    expect(latest()?.isOpen).toBe(false);
    expect(screen.queryByRole("button", { name: "my bed" })).toBeNull();
  });

  it("asks the pet at one tap to go on with a reply that was cut off", async () => {
    await startWalk();
    await listening();
    wire.reply = newReply();
    latest()?.hear("tell me a story");
    await waitFor(() => expect(wire.asked).toHaveLength(1));
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Once upon a" },
      { type: "complete", messageId: uuid(102), sources: null, audioUrl: null, stopped: false, ending: "cut_off" },
    );
    wire.reply.end();
    const goOn = () => screen.queryByRole("button", { name: "Go on" });
    await waitFor(() => expect(goOn()).toBeTruthy());
    // While it is paused, the button of that name goes on with the walk.
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(screen.getAllByRole("button", { name: "Go on" })).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await listening();
    wire.reply = newReply();
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await waitFor(() => expect(wire.asked.at(-1)).toMatchObject({ message: "Go on" }));
    expect(goOn()).toBeNull();
  });

  it("can be left while it is not known yet who listens, and before it began, by a button and by Escape", async () => {
    let answer = () => {};
    const known = globalThis.fetch;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
      if (address.endsWith("/api/config")) await waiting;
      return known(address, init);
    });
    openChatScreen();
    const open = async () => userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
    const isLeft = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await open();
    await screen.findByRole("img", { name: "Loading walk mode" });
    await userEvent.keyboard("{Escape}");
    await isLeft();
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Back to the chat" }));
    await isLeft();
    await open();
    answer();
    await screen.findByRole("button", { name: "Start the walk" });
    await userEvent.keyboard("{Escape}");
    await isLeft();
  });

  it("says before it begins when the microphone is off, by what is set", async () => {
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
    const says = (words: string) => expect(screen.getByText(/^Talk without touching/).textContent).toContain(words);
    await screen.findByRole("button", { name: "Start the walk" });
    says("While Tucker speaks, the microphone is off.");
    await userEvent.click(screen.getByRole("button", { name: "More settings" }));
    await userEvent.click(screen.getByRole("switch", { name: "Talk over your pet" }));
    says("To interrupt, just talk.");
  });

  it("begins with the start and the language; its settings are folded, and nothing is said of what a browser can't do", async () => {
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
    await screen.findByRole("button", { name: "Start the walk" });
    const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
    expect(names).toEqual(["Back to the chat", "Start the walk", "Check the speaker", "More settings"]);
    expect(screen.getByText("Language").nextElementSibling?.textContent).toBe("English (US)");
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.getByRole("dialog").textContent).not.toMatch(/can't|iPhone|Bluetooth/);
    await userEvent.click(screen.getByRole("button", { name: "More settings" }));
    expect(screen.getByLabelText("Silence that ends what you say")).toBeTruthy();
  });

  it("says at all times that the pet is an AI", async () => {
    await startWalk();
    await listening();
    expect(screen.getByRole("dialog").textContent).toContain("Tucker is an AI. It can be wrong.");
  });

  it("has one button that a pocket can press; the others open when they are held for", async () => {
    await startWalk();
    await listening();
    const names = () => screen.getAllByRole("button").map((button) => button.textContent);
    expect(names()).toEqual(["Pause", "Hold to unlock"]);
    const lock = screen.getByRole("button", { name: "Hold to unlock" });
    await userEvent.click(lock);
    expect(names()).toEqual(["Pause", "Hold to unlock"]);
    await userEvent.keyboard("{Escape}");
    await listening();

    vi.useFakeTimers();
    fireEvent.pointerDown(lock);
    act(() => vi.advanceTimersByTime(HOLD_MS));
    vi.useRealTimers();
    fireEvent.change(screen.getByLabelText("Silence that ends what you say"), { target: { value: "1200" } });
    expect(localStorage.getItem("walk-pause-ms")).toBe("1200");
    await userEvent.click(screen.getByRole("button", { name: "Back to the chat" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(latest()?.isOpen).toBe(false);
  });

  it("pauses at once, stops the reply, and goes on", async () => {
    await startWalk();
    await listening();
    latest()?.hear("where is the ball");
    await screen.findByRole("heading", { name: "Thinking" });
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(screen.getByRole("heading", { name: "Paused" })).toBeTruthy();
    await waitFor(() => expect(wire.calls).toContain(`POST /api/sessions/${uuid(2)}/stop`));
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    await listening();
  });

  it("says that it may not listen, and tries again at a tap", async () => {
    await startWalk();
    await listening();
    act(() => latest()?.onerror?.({ error: "not-allowed" }));
    expect(screen.getByRole("heading", { name: "The microphone is not allowed" })).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toMatch(/Allow it for this site/);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await listening();
  });

  it("does not ask again and again where the day's messages are used up, and says when there are more", async () => {
    await startWalk();
    await listening();
    const error = "You have used all of today's 5 messages. You can write again in 3 hours.";
    wire.refusal = { status: 429, body: JSON.stringify({ error, code: "daily_limit" }) };
    latest()?.hear("where is the ball");
    expect(await screen.findByRole("heading", { name: "That is all for today" })).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain(error);
    expect(screen.queryByText(/tried again|trying again/i)).toBeNull();
  });

  it("closes the microphone while the page is out of view", async () => {
    await startWalk();
    await listening();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    expect(latest()?.isOpen).toBe(false);
    visibility.mockReturnValue("visible");
    fireEvent(document, new Event("visibilitychange"));
    await listening();
    expect(latest()?.isOpen).toBe(true);
  });

  it("says what to configure where nothing can listen", async () => {
    vi.stubGlobal("SpeechRecognition", undefined);
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
    expect(await screen.findByText(/ask your administrator to set up voice questions/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start the walk" }).disabled).toBe(true);
  });
});
