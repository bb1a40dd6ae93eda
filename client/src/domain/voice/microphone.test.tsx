import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type PlayedMicrophone,
  startPlayedMicrophone,
  stillness,
  syllables,
} from "#tests/support/played-microphone.ts";
import { refusalOf, startUploads, type UploadWire } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";
import { listenInBrowser } from "./browser-ear.ts";
import { ListenLine } from "./listen-line.ts";
import { Microphone, type MicrophoneEvent, type Recognizer, stateAfter, type TurnEnd } from "./microphone.ts";
import { ServerEar } from "./server-ear.ts";

/** The one microphone, as each screen uses it. */

let microphone: PlayedMicrophone;
let uploads: UploadWire;
let recognition: FakeRecognition | undefined;
let told: MicrophoneEvent[];
/** Of this test: an ear of the one before may still tell how it ended. */
let tell: (event: MicrophoneEvent) => void;
const lines: ListenLine[] = [];

class FakeRecognition {
  onstart = () => {};
  onresult = (_event: { results: { transcript: string }[][] }) => {};
  onend = () => {};
  constructor() {
    recognition = this;
  }
  start = () => queueMicrotask(() => this.onstart());
  stop = () => this.onend();
  abort = () => {};
}

beforeEach(() => {
  microphone = startPlayedMicrophone();
  uploads = startUploads();
  uploads.answer({ status: 200, body: { text: "where is it" } });
  vi.stubGlobal("SpeechRecognition", FakeRecognition);
  recognition = undefined;
  const own: MicrophoneEvent[] = [];
  told = own;
  tell = (event) => own.push(event);
});

// A line that was lost would open anew in the next test.
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

const byWords: TurnEnd = { waitMs: () => 700, paused: () => {}, cutOff: () => {}, wasRight: () => {} };
const byTap = null;
const types = () => told.map(({ type }) => type);

async function listening(recognizer: Recognizer, turnEnd: TurnEnd | null): Promise<Microphone> {
  const line = new ListenLine();
  lines.push(line);
  const own = new Microphone({
    recognizer,
    ears: {
      server: (options) =>
        new ServerEar({ ...options, context: () => new AudioContext(), line, agentId: uuid(1), onLevel: () => {} }),
      browser: listenInBrowser,
    },
    language: "en-US",
    turnEnd,
  });
  if (recognizer === "server") line.open();
  own.listen(tell);
  await vi.waitFor(() => expect(types()).toContain("opened"));
  return own;
}

/** Speaks, and ends the turn as the screen does. */
function speak(own: Microphone, turnEnd: TurnEnd | null): void {
  microphone.hear(stillness(0.5), syllables(1));
  microphone.socket().tell({ type: "partial", text: "where is it" });
  if (turnEnd === null) act(() => own.ear?.finish());
  else microphone.hear(stillness(1));
}

describe.each([
  ["a tap ends the turn, as in chat and interview", byTap],
  ["words end the turn, as on a walk", byWords],
])("the microphone where %s", (_name, turnEnd) => {
  it("tells of a turn that the server hears, to its text", async () => {
    const own = await listening("server", turnEnd);
    speak(own, turnEnd);
    microphone.socket().tell({ type: "heard", text: "Where is it?" });
    await vi.waitFor(() => expect(types()).toEqual(["opened", "hearing", "words", "ended", "understood"]));
    expect(microphone.open()).toBe(turnEnd === null ? 0 : 1);
    own.close();
    expect(microphone.open()).toBe(0);
  });

  it("tells the same of one that the browser itself hears", async () => {
    const own = await listening("browser", turnEnd);
    recognition?.onresult({ results: [[{ transcript: "where is it" }]] });
    if (turnEnd === null) own.ear?.finish();
    else recognition?.stop();
    expect(types().filter((type) => type !== "ended")).toEqual(["opened", "words", "understood"]);
  });

  it("gives the sound where the line breaks, and gets its text by sending that", async () => {
    const own = await listening("server", turnEnd);
    microphone.socket().lose(1006);
    speakUnheard(own, turnEnd);
    await vi.waitFor(() => expect(types()).toContain("recorded"));
    const [recorded] = told.filter((event) => event.type === "recorded");
    expect(recorded?.recording.type).toBe("audio/wav");
    if (recorded !== undefined) await own.send(recorded.recording, tell);
    expect(told.at(-1)).toEqual({ type: "understood", text: "where is it" });
    expect(uploads.uploads).toHaveLength(1);
  });

  function speakUnheard(own: Microphone, end: TurnEnd | null): void {
    microphone.hear(stillness(0.5), syllables(1));
    if (end === null) own.ear?.finish();
    else microphone.hear(stillness(1));
  }
});

describe("the microphone", () => {
  it("gives what a tap would have ended where it is taken away; where words end a turn, that is a turn", async () => {
    await listening("server", byTap);
    microphone.hear(syllables(1));
    microphone.lose();
    expect(told.at(-1)).toMatchObject({ type: "microphoneLost", said: { type: "audio/wav" } });
    told.length = 0;
    await listening("server", byWords);
    microphone.hear(stillness(0.5), syllables(1));
    microphone.lose();
    expect(types()).toEqual(["opened", "hearing", "ended", "microphoneLost"]);
  });

  it("says why it can't be opened", async () => {
    microphone.refusal = new DOMException("no", "NotAllowedError");
    const opening = listening("server", byTap).catch(() => undefined);
    await vi.waitFor(() => expect(told).toEqual([{ type: "failed", failure: { kind: "refused" } }]));
    await opening;
  });

  it("says so where the browser has no way to hear it", async () => {
    vi.stubGlobal("AudioContext", undefined);
    const opening = listening("server", byTap).catch(() => undefined);
    await vi.waitFor(() => expect(told).toEqual([{ type: "failed", failure: { kind: "unsupported" } }]));
    await opening;
  });

  it("listens by the browser from the next turn on where the server has no recognizer after all", async () => {
    const own = await listening("server", byTap);
    uploads.answer(refusalOf(503, "no_recogniser", "Not configured."));
    await own.send(new Blob(["woof"]), tell);
    expect(told.at(-1)).toEqual({ type: "sayAgain" });
    own.listen(tell);
    expect(recognition).toBeDefined();
  });

  it("tells nothing more of a recording once it is closed", async () => {
    const own = await listening("server", byTap);
    uploads.answer("waits");
    const sending = own.send(new Blob(["woof"]), tell);
    await vi.waitFor(() => expect(uploads.uploads).toHaveLength(1));
    const before = types();
    own.close();
    await sending;
    expect(types()).toEqual(before);
    expect(uploads.uploads[0]?.isAborted).toBe(true);
  });

  it("goes from opening to listening to understanding, and back where the person goes on", () => {
    const steps: [string, ReturnType<typeof stateAfter>][] = [
      ["opened", { at: "listening", isHearing: false }],
      ["hearing", { at: "listening", isHearing: true }],
      ["noise", { at: "listening", isHearing: false }],
      ["words", { at: "listening", isHearing: true }],
      ["ended", { at: "understanding", isSlow: false }],
      ["slow", { at: "understanding", isSlow: true }],
      ["hearing", { at: "listening", isHearing: true }],
    ];
    let state = stateAfter({ at: "opening" }, { type: "hearing" });
    expect(state).toEqual({ at: "opening" });
    for (const [type, next] of steps) {
      state = stateAfter(state, { type });
      expect(state).toEqual(next);
    }
    expect(stateAfter({ at: "speaking" }, { type: "hearing" })).toEqual({ at: "speaking" });
  });
});
