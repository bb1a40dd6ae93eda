import { beforeEach, describe, expect, it, vi } from "vitest";
// Loaded here, because a busy machine takes longer for it than a recording waits.
import "./live-words.ts";
import { startMicrophone } from "#tests/support/microphone.ts";
import { type PlayedMicrophone, startPlayedMicrophone } from "#tests/support/played-microphone.ts";
import { startUploads, type UploadWire } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";
import { LINE_WAIT_MS, RecordedVoice } from "./recorded-voice.ts";
import type { VoiceState } from "./voice-state.ts";

/** A recording that the server hears along, where what that needs comes late or never. */

let microphone: PlayedMicrophone;
let uploads: UploadWire;
let states: VoiceState[];
const onSaid = vi.fn();
/** Starts of the browser's recorder. */
let recorded: () => number;
/** Contexts that are closed; the level meter's is none of them. */
let closed: number;
/** Lets a suspended context begin. */
let resume: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  onSaid.mockClear();
  uploads = startUploads();
  uploads.answer({ status: 200, body: { text: "Where is the ball?" } });
  startMicrophone();
  microphone = startPlayedMicrophone();
  const started = vi.spyOn(MediaRecorder.prototype, "start");
  recorded = () => started.mock.calls.length;
  closed = 0;
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  vi.stubGlobal(
    "AudioContext",
    class extends AudioContext {
      override resume = () => resumed;
      override close = async () => {
        closed += 1;
      };
    },
  );
  states = [{ phase: "idle" }];
});

function tapped(): RecordedVoice {
  const options = {
    language: "en-US",
    agentId: uuid(1),
    keptAs: "a screen",
    onStart: () => {},
    onSaid,
    onKept: () => {},
    onNoRecognizer: () => {},
  };
  const onState = (state: VoiceState) => states.push(state);
  const voice = new RecordedVoice({ options: () => options, onState, onHint: () => {} });
  voice.tap();
  return voice;
}
const phase = () => states.at(-1)?.phase;
/** Until the line is open, and the microphone waits for the context. */
const opened = () => vi.waitFor(() => expect([microphone.open(), microphone.sockets.length]).toEqual([1, 1]));

describe("a recording that the server hears along", () => {
  it("begins only when the server hears its first word too", async () => {
    const voice = tapped();
    await opened();
    expect(phase()).toBe("asking");
    expect(recorded()).toBe(0);
    resume();
    await vi.waitFor(() => expect(phase()).toBe("recording"));
    expect(recorded()).toBe(1);
    await vi.waitFor(() => expect(microphone.socket().said[0]).toMatchObject({ type: "start" }));
    voice.tap();
    await vi.waitFor(() => expect(microphone.socket().said.at(-1)).toMatchObject({ type: "end" }));
    microphone.socket().tell({ type: "heard", text: "Here." });
    await vi.waitFor(() => expect(onSaid).toHaveBeenCalledWith("Here."));
    expect(closed).toBe(1);
    expect(microphone.open()).toBe(0);
    expect(uploads.uploads).toEqual([]);
  });

  it("is made without the server where that takes long, and then sent whole", async () => {
    const voice = tapped();
    await opened();
    await vi.advanceTimersByTimeAsync(LINE_WAIT_MS);
    expect(phase()).toBe("recording");
    expect(microphone.socket().isOpen).toBe(false);
    expect(closed).toBe(1);
    // What comes late has no say any more.
    resume();
    voice.tap();
    await vi.waitFor(() => expect(onSaid).toHaveBeenCalledWith("Where is the ball?"));
    expect(uploads.uploads).toHaveLength(1);
    expect(microphone.socket().said).toEqual([]);
  });

  it.each(["cancel", "stop"] as const)(
    "frees line, context and microphone at %s while it is not ready",
    async (end) => {
      const voice = tapped();
      await opened();
      voice[end]();
      await vi.waitFor(() => expect(microphone.open()).toBe(0));
      expect(microphone.socket().isOpen).toBe(false);
      expect(closed).toBe(1);
      expect(recorded()).toBe(0);
    },
  );
});
