import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatAnswers, composer, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";

let wire: ChatAnswers;
let recognition: FakeRecognition | undefined;

/** A fake of the browser's speech recognition, with the parts that are used. */
class FakeRecognition {
  lang = "";
  onresult: ((event: { results: { transcript: string }[][] }) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  start = vi.fn();
  abort = vi.fn();
  stop = () => this.onend?.();
  constructor() {
    recognition = this;
  }
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.stubGlobal("SpeechRecognition", FakeRecognition);
  wire = startWire();
});

const record = async () => userEvent.click(await screen.findByRole("button", { name: "Record your question" }));
const hear = (...parts: string[]) =>
  act(() => recognition?.onresult?.({ results: parts.map((transcript) => [{ transcript }]) }));

describe("the microphone", () => {
  it("listens in the pet's language, shows what it hears, and sends it at the second tap", async () => {
    openChatScreen();
    await record();
    expect(recognition?.lang).toBe("en-US");
    hear("where is ", "the ball");
    expect(screen.getByText("where is the ball")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Stop recording and send" }));
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "where is the ball", generateAudio: true }));
  });

  it("keeps what it heard as text where it ends by itself", async () => {
    openChatScreen();
    await record();
    hear("where is the");
    act(() => recognition?.onend?.());
    expect((await composer()).value).toBe("where is the");
    expect(wire.asked).toEqual([]);
  });

  it("says that it may not listen", async () => {
    openChatScreen();
    await record();
    act(() => {
      recognition?.onerror?.({ error: "not-allowed" });
      recognition?.onend?.();
    });
    expect(await screen.findByText("Recording failed")).toBeTruthy();
    expect(screen.getByText("Unable to access microphone")).toBeTruthy();
  });

  it("says that it needs https, and begins nothing, on a page that came without", async () => {
    vi.stubGlobal("isSecureContext", false);
    openChatScreen();
    await record();
    expect(await screen.findByText("Recording failed")).toBeTruthy();
    expect(screen.getAllByText(/only at an address that begins with https/)).not.toEqual([]);
    expect(screen.getByRole("button", { name: "Record your question" })).toBeTruthy();
  });

  it("explains what is missing in a browser without recognition", async () => {
    vi.stubGlobal("SpeechRecognition", undefined);
    openChatScreen();
    await record();
    expect(await screen.findByText(/This browser can.t write down what you say/)).toBeTruthy();
  });

  it("tells of a spoken question that did not arrive, and keeps its words", async () => {
    wire.refusal = { status: 500, body: "" };
    openChatScreen();
    await record();
    hear("where is the ball");
    await userEvent.click(screen.getByRole("button", { name: "Stop recording and send" }));
    expect(await screen.findByText("Failed to send voice message")).toBeTruthy();
    expect(screen.getByText("Please try again")).toBeTruthy();
    expect((await composer()).value).toBe("where is the ball");
  });
});
