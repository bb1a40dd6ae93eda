import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatEvent } from "#shared/api/chat.ts";
import {
  bubbles,
  type ChatAnswers,
  composer,
  messageOf,
  openChatScreen,
  SESSION,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { readAloud, speakAtOnce } from "./voice-menu.tsx";

const WHOLE = "/api/messages/2/audio";
const speech = (index: number): ChatEvent => ({ type: "speech", index });
const sound = (of: string): ChatEvent => ({ type: "sound", mp3: btoa(of), last: false });
const last: ChatEvent = { type: "sound", mp3: "", last: true };
const sentence = (index: number): ChatEvent[] => [speech(index), sound(`sentence ${index}`), last];
const words: ChatEvent[] = [
  { type: "user_message_saved", messageId: messageOf(1).id },
  { type: "content", content: "message 2" },
];
const complete: ChatEvent = {
  type: "complete",
  messageId: messageOf(2).id,
  sources: [],
  audioUrl: WHOLE,
  stopped: false,
};

let wire: ChatAnswers;
let heard: Blob[];
let audio: HTMLMediaElement | undefined;
let hasEnded: boolean;
/** The URLs that were played, in order. */
let played: string[];
let answerPlay: () => Promise<void>;

beforeEach(() => {
  [played, hasEnded, answerPlay] = [[], false, () => Promise.resolve()];
  vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockImplementation(() => hasEnded);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    audio = this;
    played.push(this.src.replace(/^http:\/\/[^/]+/, ""));
    return answerPlay();
  });
  wire = startWire();
  heard = [];
  URL.revokeObjectURL = () => {};
  let sentences = 0;
  URL.createObjectURL = (blob) => {
    if (!(blob instanceof Blob) || blob.type === "audio/wav") return "blob:silence";
    heard.push(blob);
    return `blob:${++sentences}`;
  };
  speakAtOnce.choose(true);
});
afterEach(() => {
  speakAtOnce.choose(false);
  readAloud.choose(true);
});

const sentencesPlayed = () => played.filter((address) => address !== "blob:silence");
const begins = (clip: string) => waitFor(() => expect(sentencesPlayed().at(-1)).toBe(clip));
const isHeard = () => act(() => void audio?.dispatchEvent(new Event("playing")));
const ends = () =>
  act(() => {
    hasEnded = true;
    audio?.dispatchEvent(new Event("ended"));
    hasEnded = false;
  });

async function ask(): Promise<void> {
  openChatScreen();
  await userEvent.type(await composer(), "message 1{Enter}");
  wire.stored = [messageOf(1)];
  wire.reply.send(...words);
  await screen.findByText("typing...");
}

function finish(end: ChatEvent = complete): void {
  const audioUrl = end.type === "complete" ? end.audioUrl : null;
  wire.stored = [messageOf(1), messageOf(2, { audioUrl })];
  wire.reply.send(end);
  wire.reply.end();
}

describe("a pet that starts speaking at once", () => {
  it("says sentence after sentence while it writes, and not the whole again", async () => {
    const planned = vi.spyOn(globalThis, "setTimeout");
    await ask();
    wire.reply.send(...sentence(0), ...sentence(1));
    await begins("blob:1");
    isHeard();
    expect(await screen.findByText("Stop Audio")).toBeTruthy();
    finish();
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    ends();
    await begins("blob:2");
    expect(screen.getByText("Stop Audio")).toBeTruthy();
    ends();
    expect(await screen.findByText("Play Audio")).toBeTruthy();
    // No timer for the whole clip either, which would play it 500 ms after the reply.
    expect(planned).not.toHaveBeenCalledWith(expect.anything(), 500);
    expect(sentencesPlayed()).toEqual(["blob:1", "blob:2"]);
  });

  it("says each sentence from the reply's own stream", async () => {
    await ask();
    expect(wire.asked.at(-1)).toMatchObject({ generateAudio: true, soundInStream: true });
    wire.reply.send(speech(0), sound("Woof, "), sound("I say."), last, ...sentence(1));
    await begins("blob:1");
    expect(await heard[0]?.text()).toBe("Woof, I say.");
    isHeard();
    ends();
    await begins("blob:2");
    expect(await heard[1]?.text()).toBe("sentence 1");
  });

  it("says those that came whole where the stream breaks off, and no half one", async () => {
    await ask();
    wire.reply.send(...sentence(0), speech(1), sound("Woof"));
    await begins("blob:1");
    wire.reply.breakOff();
    isHeard();
    ends();
    await waitFor(() => expect(screen.queryByText("Stop Audio")).toBeNull());
    expect(sentencesPlayed()).toEqual(["blob:1"]);
  });

  it("is silent at once when the reply is stopped", async () => {
    await ask();
    wire.reply.send(...sentence(0));
    await begins("blob:1");
    isHeard();
    await userEvent.click(await screen.findByText("Stop"));
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    expect(wire.calls).toContain(`POST /api/sessions/${SESSION}/stop`);
    wire.reply.send(...sentence(1));
    finish({ ...complete, stopped: true });
    expect(await screen.findByText("Play Audio")).toBeTruthy();
    expect(sentencesPlayed()).toEqual(["blob:1"]);
  });

  it("asks for a tap where the browser wants one, and goes on from there", async () => {
    await ask();
    answerPlay = () => Promise.reject(new DOMException("tap first", "NotAllowedError"));
    wire.reply.send(...sentence(0), ...sentence(1));
    const tap = await screen.findByText("Tap to hear");
    answerPlay = () => Promise.resolve();
    await userEvent.click(tap);
    await waitFor(() => expect(sentencesPlayed()).toEqual(["blob:1", "blob:1"]));
    isHeard();
    ends();
    await begins("blob:2");
  });

  it("says the whole after all where no sentence came", async () => {
    await ask();
    finish();
    await begins(WHOLE);
  });

  it("comes to its end where the sentences stop early", async () => {
    await ask();
    wire.reply.send(...sentence(0));
    await begins("blob:1");
    isHeard();
    finish({ ...complete, audioUrl: null });
    expect(await screen.findByText("Stop Audio")).toBeTruthy();
    ends();
    await waitFor(() => expect(screen.queryByText("Stop Audio")).toBeNull());
    expect(screen.queryByText("Play Audio")).toBeNull();
  });

  it("does so only where that is chosen", async () => {
    speakAtOnce.choose(false);
    await ask();
    wire.reply.send(...sentence(0));
    finish();
    await begins(WHOLE);
    expect(sentencesPlayed()).toEqual([WHOLE]);
  });
});
