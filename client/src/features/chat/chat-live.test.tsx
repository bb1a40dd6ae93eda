import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closings } from "#shared/api/listen.ts";
import { type ChatAnswers, composer, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import {
  type PlayedMicrophone,
  startPlayedMicrophone,
  stillness,
  syllables,
} from "#tests/support/played-microphone.ts";
import { startUploads, type UploadWire } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";
import { readAloud } from "./voice-menu.tsx";

/** The microphone of the chat, which the server hears along while it records. */

let wire: ChatAnswers;
let uploads: UploadWire;
let microphone: PlayedMicrophone;
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  readAloud.choose(true);
  wire = startWire();
  wire.hasRecognizer = true;
  uploads = startUploads();
  uploads.answer({ status: 200, body: { text: "Where is the ball?" } });
  microphone = startPlayedMicrophone();
});

async function record(): Promise<void> {
  await userEvent.click(await screen.findByLabelText("Record your question"));
  await screen.findByLabelText("Stop recording and send");
}
const send = () => userEvent.click(screen.getByLabelText("Stop recording and send"));
const say = (text: string) => {
  microphone.hear(stillness(1));
  microphone.socket().tell({ type: "partial", text });
};

describe("a spoken question that the server hears along", () => {
  it("is shown while it is said, and sent at the second tap without an upload", async () => {
    openChatScreen();
    await record();
    const place = { language: "en-US", agentId: uuid(1) };
    expect(microphone.socket().said[0]).toMatchObject(place);
    say("where is");
    const words = screen.getByText("where is");
    expect(words.closest("[aria-live],[role=status],[role=alert],[role=timer]")).toBeNull();
    await send();
    expect(microphone.socket().said.at(-1)).toMatchObject({ type: "end" });
    microphone.socket().tell({ type: "heard", text: "Where is the ball?" });
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?", generateAudio: true }));
    expect(uploads.uploads).toEqual([]);
    expect(microphone.open()).toBe(0);
    expect(microphone.socket().isOpen).toBe(false);
  });

  it("tells of its pauses, which don't end it", async () => {
    openChatScreen();
    await record();
    microphone.hear(stillness(0.5), syllables(1), stillness(3));
    const types = () => microphone.socket().said.map(({ type }) => type);
    expect(types()).toEqual(["start", "pausing", "resumed", "pausing"]);
    microphone.hear(syllables(0.6));
    expect(types().slice(4)).toEqual(["resumed"]);
    microphone.hear(stillness(3));
    expect(types().slice(4)).toEqual(["resumed", "pausing"]);
    expect(microphone.socket().samples).toBeGreaterThan(8 * 16_000 - 1_600);
  });

  it.each([
    ["recognition fails", () => microphone.socket().tell({ type: "failed", code: "recogniser_failed", error: "No." })],
    ["the connection is lost", () => microphone.socket().lose(1006)],
    ["no more microphones may be open", () => microphone.socket().lose(closings.tooMany.code)],
  ])("goes up as a recording where %s", async (_name, happen) => {
    openChatScreen();
    await record();
    say("where");
    happen();
    await send();
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?" }));
    expect(uploads.uploads[0]?.form.get("audio")).toMatchObject({ type: "audio/wav", size: 44 + 32_000 });
  });

  it("is kept where the microphone is taken away, and uploaded at a tap", async () => {
    openChatScreen();
    await record();
    say("where");
    microphone.lose();
    expect((await screen.findAllByText("The microphone was lost. Send what was recorded?")).length).toBeGreaterThan(0);
    expect(microphone.socket().isOpen).toBe(false);
    expect(wire.asked).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?" }));
    expect(uploads.uploads).toHaveLength(1);
  });

  it("says that it takes long, and that nothing was heard", async () => {
    openChatScreen();
    await record();
    await send();
    microphone.socket().tell({ type: "slow" });
    expect(screen.getByText("Still understanding...")).toBeTruthy();
    const told = screen.getByText("This takes longer than usual. Nothing is lost.");
    expect(told.getAttribute("role")).toBe("status");
    microphone.socket().tell({ type: "nothing" });
    expect(await screen.findByText("Nothing was heard")).toBeTruthy();
    expect((await composer()).value).toBe("");
    expect(wire.asked).toEqual([]);
  });

  it("is dropped by Escape, and nothing of it is awaited", async () => {
    openChatScreen();
    await record();
    say("where");
    await userEvent.keyboard("{Escape}");
    expect(microphone.socket().said.at(-1)).toMatchObject({ type: "cancel" });
    expect(microphone.socket().isOpen).toBe(false);
    expect(microphone.open()).toBe(0);
  });

  it("goes up as a recording where the browser opens no socket", async () => {
    vi.stubGlobal("WebSocket", undefined);
    openChatScreen();
    await record();
    microphone.hear(stillness(1));
    await send();
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?" }));
  });

  it("begins where the line is not open yet, and loses none of its words", async () => {
    microphone.answersAtOnce = false;
    openChatScreen();
    await record();
    microphone.hear(syllables(2));
    expect(microphone.socket().said).toEqual([]);
    microphone.socket().ready();
    expect(microphone.socket().samples).toBe(32_000);
  });
});
