import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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

const CLIP = "/api/messages/2/audio";
const OTHER = "/api/messages/4/audio";
const withAudio = [1, 2, 3, 4].map((n) => messageOf(n, { audioUrl: n === 2 ? CLIP : n === 4 ? OTHER : null }));

let wire: ChatAnswers;
/** The page's one audio element, and how it answers `play()`. */
let player: HTMLMediaElement | undefined;
let answerPlay: () => Promise<void>;

beforeEach(() => {
  answerPlay = () => Promise.resolve();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    player = this;
    return answerPlay();
  });
  wire = startWire();
});

const playing = () => act(() => void (player && fireEvent(player, new Event("playing"))));
const heard = () => new URL(player?.src ?? "").pathname;
const buttons = (name: string) => screen.findAllByRole("button", { name });

async function firstButton(name: string): Promise<HTMLElement> {
  const [button] = await buttons(name);
  if (button === undefined) throw new Error(`no button ${name}`);
  return button;
}

describe("a reply's audio", () => {
  it("is idle, loads, plays, and stops when asked to", async () => {
    wire.stored = withAudio;
    openChatScreen();
    await userEvent.click(await firstButton("Play Audio"));
    expect(heard()).toBe(CLIP);
    expect(await buttons("Loading...")).toHaveLength(1);
    playing();
    await userEvent.click(await firstButton("Stop Audio"));
    expect(await buttons("Play Audio")).toHaveLength(2);
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
  });

  it("stops any other", async () => {
    wire.stored = withAudio;
    openChatScreen();
    await userEvent.click(await firstButton("Play Audio"));
    playing();
    await userEvent.click(await firstButton("Play Audio"));
    expect(heard()).toBe(OTHER);
    playing();
    expect(await buttons("Stop Audio")).toHaveLength(1);
    expect(await buttons("Play Audio")).toHaveLength(1);
  });

  it("that cannot be fetched is told with its address", async () => {
    wire.stored = withAudio;
    openChatScreen();
    await userEvent.click(await firstButton("Play Audio"));
    act(() => void (player && fireEvent(player, new Event("error"))));
    expect(await screen.findByText("Audio playback failed")).toBeTruthy();
    expect(screen.getByText(CLIP)).toBeTruthy();
    expect(await buttons("Play Audio")).toHaveLength(2);
  });

  it("that fails otherwise is told too", async () => {
    wire.stored = withAudio;
    openChatScreen();
    const play = await firstButton("Play Audio");
    answerPlay = () => Promise.reject(new Error("no output device"));
    await userEvent.click(play);
    expect(await screen.findByText("Failed to play audio")).toBeTruthy();
  });

  it("starts by itself half a second after the reply", async () => {
    // A fake clock, which does not go on while a busy machine pauses this process.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    openChatScreen();
    await answeredAloud();
    expect(await buttons("Play Audio")).toHaveLength(1);
    await waitFor(() => expect(heard()).toBe(CLIP));
    expect(await buttons("Loading...")).toHaveLength(1);
  });

  it("waits for a tap where the browser wants one, and says so on the message", async () => {
    openChatScreen();
    const refuse = () => Promise.reject(new DOMException("tap first", "NotAllowedError"));
    answerPlay = refuse;
    await answeredAloud();
    const tap = await firstButton("Tap to hear");
    answerPlay = () => Promise.resolve();
    await userEvent.click(tap);
    playing();
    expect(await buttons("Stop Audio")).toHaveLength(1);
  });

  it("is not made where replies are not read aloud on this device", async () => {
    openChatScreen();
    await choose("Read replies aloud");
    await userEvent.type(await composer(), "Hello{Enter}");
    expect(wire.asked[0]).toMatchObject({ generateAudio: false });
    await choose("Read replies aloud");
  });
});

/** Chooses an item in the voice menu. */
async function choose(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: /^Voice settings/ }));
  await userEvent.click(await screen.findByRole("menuitemcheckbox", { name }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
}

async function answeredAloud(): Promise<void> {
  await userEvent.type(await composer(), "message 1{Enter}");
  wire.stored = withAudio.slice(0, 2);
  wire.reply.send(
    { type: "user_message_saved", messageId: messageOf(1).id },
    { type: "content", content: "message 2" },
    { type: "complete", messageId: messageOf(2).id, sources: [], audioUrl: CLIP, stopped: false },
  );
  wire.reply.end();
  await waitFor(() => expect(bubbles()).toHaveLength(2));
}
