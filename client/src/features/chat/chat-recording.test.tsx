import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatAnswers, composer, messageOf, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import { type PlayedMicrophone, startPlayedMicrophone, stillness } from "#tests/support/played-microphone.ts";
import { refusalOf, startUploads, type UploadWire } from "#tests/support/uploads.ts";

let wire: ChatAnswers;
let microphone: PlayedMicrophone;
let server: UploadWire;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
  wire.hasRecognizer = true;
  // No server hears along: what is recorded goes up.
  microphone = startPlayedMicrophone();
  vi.stubGlobal("WebSocket", undefined);
  server = startUploads();
  server.answer({ status: 200, body: { text: " Where is the ball? " } });
});
afterEach(() => {
  vi.useRealTimers();
  const discard = screen.queryByText("Discard");
  if (discard !== null) fireEvent.click(discard);
});

/** By label and text, not by role: a chat has so many elements that roles take seconds to look up. */
const mic = () => screen.findByLabelText("Record your question");
const sending = () => screen.findByLabelText("Stop recording and send");
const record = async () => {
  await userEvent.click(await mic());
  const send = await sending();
  microphone.hear(stillness(1));
  return send;
};
const recordAndSend = async () => userEvent.click(await record());
const recordingOf = (n: number): File | null => {
  const file = server.uploads[n]?.form.get("audio");
  return file instanceof File ? file : null;
};

describe("a spoken question", () => {
  it("is recorded, understood in the pet's language, and sent; the microphone is free again", async () => {
    openChatScreen();
    await record();
    expect(microphone.open()).toBe(1);
    expect(screen.getByRole("timer").textContent).toBe("0:00");
    await userEvent.click(await sending());
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?", generateAudio: true }));
    expect(server.uploads[0]?.call).toBe("POST /api/transcribe");
    expect(server.uploads[0]?.form.get("language")).toBe("en-US");
    expect(recordingOf(0)?.name).toBe("recording.wav");
    expect(recordingOf(0)?.size).toBe(44 + 32_000);
    expect(microphone.open()).toBe(0);
  });

  it("is asked of whichever microphone the system has chosen", async () => {
    openChatScreen();
    await record();
    expect(JSON.stringify(microphone.wishes)).not.toContain("deviceId");
  });

  it("makes the pet fall silent", async () => {
    wire.stored = [messageOf(1), messageOf(2, { audioUrl: "/api/messages/2/audio" })];
    openChatScreen();
    await userEvent.click(await screen.findByText("Play Audio"));
    await record();
    expect(screen.getByText("Play Audio")).toBeTruthy();
  });

  it("is dropped by Escape, and by leaving; the microphone is free at once", async () => {
    openChatScreen();
    await record();
    await userEvent.keyboard("{Escape}");
    expect(microphone.open()).toBe(0);
    expect(document.activeElement).toBe(await mic());
    await record();
    cleanup();
    expect(microphone.open()).toBe(0);
    expect(server.uploads).toEqual([]);
  });

  it("is sent by the keyboard alone, but not by the key that began it and is still held", async () => {
    openChatScreen();
    (await mic()).focus();
    await userEvent.keyboard("{Enter}");
    const send = await sending();
    expect(document.activeElement).toBe(send);
    await userEvent.keyboard("{Enter>3}");
    expect(server.uploads.length).toBeLessThanOrEqual(1);
    await userEvent.keyboard("{/Enter}");
    await waitFor(() => expect(wire.asked).toHaveLength(1));
  });

  it("tells how to allow the microphone where it is refused", async () => {
    microphone.refusal = new DOMException("no", "NotAllowedError");
    openChatScreen();
    await userEvent.click(await mic());
    expect(await screen.findByText("Recording failed")).toBeTruthy();
    expect(screen.getByText("Unable to access microphone")).toBeTruthy();
    expect(screen.getAllByText(/set Microphone to Allow/).length).toBeGreaterThan(0);
  });

  it("is closed at once where it is cancelled while the browser still asks", async () => {
    openChatScreen();
    await userEvent.click(await mic());
    fireEvent.click(await screen.findByLabelText("Cancel recording"));
    await waitFor(() => expect(microphone.open()).toBe(0));
    expect(await mic()).toBeTruthy();
  });

  it("in which nothing was said sends nothing, and says so calmly", async () => {
    server.answer(refusalOf(422, "no_speech", "Nothing was heard."));
    openChatScreen();
    await recordAndSend();
    expect(await screen.findByText("Nothing was heard")).toBeTruthy();
    expect(wire.asked).toEqual([]);
    expect(await composer()).toBeTruthy();
  });

  it("ends by itself at two minutes, and waits to be sent", async () => {
    openChatScreen();
    await mic();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(await mic());
    await sending();
    // Lets the effect run that starts the clock.
    await act(async () => {});
    act(() => void vi.advanceTimersByTime(65_000));
    expect(screen.getByRole("timer").textContent).toBe("1:05");
    microphone.hear(stillness(121));
    expect((await screen.findAllByText(/Two minutes is the longest/)).length).toBeGreaterThan(0);
    expect(microphone.open()).toBe(0);
    expect(server.uploads).toEqual([]);
    fireEvent.click(screen.getByText("Send"));
    await waitFor(() => expect(wire.asked).toHaveLength(1));
  });

  it("is kept as far as it came where the microphone goes away", async () => {
    openChatScreen();
    await record();
    microphone.lose();
    expect((await screen.findAllByText(/The microphone was lost/)).length).toBeGreaterThan(0);
    expect(microphone.open()).toBe(0);
  });
});

describe("a recording that could not be understood", () => {
  it("is kept, and tried again until it is", async () => {
    server.answer(null, refusalOf(503, "recogniser_unavailable", "The speech service is busy."), {
      status: 200,
      body: { text: "Here, boy" },
    });
    openChatScreen();
    await recordAndSend();
    expect(await screen.findByText("Transcription failed")).toBeTruthy();
    expect(screen.getByText("Unable to convert speech to text")).toBeTruthy();
    await userEvent.click(await screen.findByText("Try again"));
    expect((await screen.findAllByText(/The speech service is busy/)).length).toBeGreaterThan(0);
    await userEvent.click(await screen.findByText("Try again"));
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Here, boy" }));
    expect(await recordingOf(2)?.text()).toBe(await recordingOf(0)?.text());
  });

  it("is gone when it is discarded", async () => {
    server.answer(null);
    openChatScreen();
    await recordAndSend();
    await userEvent.click(await screen.findByText("Discard"));
    cleanup();
    openChatScreen();
    expect(await mic()).toBeTruthy();
  });

  it("is still there after another screen was shown", async () => {
    server.answer("waits");
    openChatScreen();
    await recordAndSend();
    cleanup();
    expect(server.uploads[0]?.isAborted).toBe(true);
    openChatScreen();
    server.answer({ status: 200, body: { text: "Here, boy" } });
    await userEvent.click(await screen.findByText("Send"));
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Here, boy" }));
  });

  it("makes way for the browser's own recognition where the server has none after all", async () => {
    const start = vi.fn(function start(this: { onstart: () => void }) {
      queueMicrotask(() => act(() => this.onstart()));
    });
    vi.stubGlobal(
      "SpeechRecognition",
      class {
        onstart = () => {};
        start = start;
        abort = vi.fn();
      },
    );
    server.answer(refusalOf(503, "no_recogniser", "Not configured."));
    openChatScreen();
    await recordAndSend();
    expect(await screen.findByText("Please say it once more")).toBeTruthy();
    await userEvent.click(await mic());
    expect(start).toHaveBeenCalled();
    expect(await screen.findByText("Listening...")).toBeTruthy();
  });

  it("is told of with the server's sentence where nobody can understand it", async () => {
    server.answer(refusalOf(503, "no_recogniser", "No speech recognition is configured."));
    openChatScreen();
    await recordAndSend();
    expect((await screen.findAllByText(/No speech recognition is configured/)).length).toBeGreaterThan(0);
    expect(screen.queryByText("Try again")).toBeNull();
  });
});
