import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { IncomingClip } from "./incoming-clip.ts";
import { clipState } from "./player.ts";
import { type QueueEnd, SpeechQueue } from "./speech-queue.ts";

/** A browser that plays streams: a byte is a second of sound, and a `!` can't be decoded. */

class FakeBuffer extends EventTarget {
  sound = "";
  readonly #onBroken: () => void;

  constructor(onBroken: () => void) {
    super();
    this.#onBroken = onBroken;
  }

  get buffered() {
    return { length: this.sound === "" ? 0 : 1, end: () => this.sound.length };
  }

  appendBuffer(bytes: Uint8Array): void {
    const sound = new TextDecoder().decode(bytes);
    queueMicrotask(() => {
      if (sound.includes("!")) {
        this.dispatchEvent(new Event("error"));
        this.#onBroken();
      } else this.sound += sound;
      this.dispatchEvent(new Event("updateend"));
    });
  }
}

class FakeSource extends EventTarget {
  static isTypeSupported = (type: string) => type === "audio/mpeg";
  readyState = "closed";
  buffer = new FakeBuffer(() => {
    this.readyState = "ended";
    audio?.dispatchEvent(new Event("error"));
  });

  addSourceBuffer = () => this.buffer;
  endOfStream(): void {
    this.readyState = "ended";
  }
  open(): void {
    this.readyState = "open";
    this.dispatchEvent(new Event("sourceopen"));
  }
}

let audio: HTMLMediaElement | undefined;
let answerPlay: () => Promise<void>;
let currentTime: number;
let hasEnded: boolean;
let sources: FakeSource[];
let played: string[];
let ends: QueueEnd[];
/** Writes the bytes of a clip; null ends it. */
let senders: Map<string, (text: string | null) => void>;

beforeEach(() => {
  [sources, played, ends, currentTime, hasEnded] = [[], [], [], 0, false];
  senders = new Map();
  answerPlay = () => Promise.resolve();
  vi.stubGlobal("MediaSource", FakeSource);
  vi.spyOn(navigator, "vendor", "get").mockReturnValue("Google Inc.");
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockImplementation(() => hasEnded);
  vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockImplementation(() => currentTime);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    audio = this;
    played.push(this.src);
    const at = Number(/stream:(\d+)/.exec(this.src)?.[1] ?? 0);
    queueMicrotask(() => sources[at - 1]?.open());
    return answerPlay();
  });
  URL.revokeObjectURL = vi.fn();
  URL.createObjectURL = (of: unknown) => (of instanceof FakeSource ? `stream:${sources.push(of)}` : "blob:clip");
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("gone")) return new Response(null, { status: 404 });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        senders.set(url, (text) =>
          text === null ? controller.close() : controller.enqueue(new TextEncoder().encode(text)),
        );
      },
    });
    return new Response(body);
  });
});

const newQueue = () => new SpeechQueue({ key: "reply", title: "Tucker", onIdle: (end) => ends.push(end) });
const send = async (url: string, ...pieces: (string | null)[]) => {
  await waitFor(() => expect(senders.has(url)).toBe(true));
  for (const piece of pieces) senders.get(url)?.(piece);
};
const sounds = (text: string, stream = 0) => waitFor(() => expect(sources[stream]?.buffer.sound).toBe(text));
function endOfSound(): void {
  hasEnded = true;
  audio?.dispatchEvent(new Event("ended"));
  hasEnded = false;
}

describe("sentences in a browser that plays streams", () => {
  it("are heard from their first bytes, and together without a gap", async () => {
    const queue = newQueue();
    queue.enqueue("/1");
    queue.enqueue("/2");
    await send("/2", "second", null);
    await send("/1", "fir");
    await sounds("fir");
    audio?.dispatchEvent(new Event("playing"));
    expect(clipState("reply")).toBe("playing");
    await send("/1", "st ", null);
    await sounds("first second");
    queue.enqueue("/3");
    queue.end();
    await send("/3", " third");
    await sounds("first second third");
    expect(sources[0]?.readyState).toBe("open");
    await send("/3", null);
    await waitFor(() => expect(sources[0]?.readyState).toBe("ended"));
    expect(ends).toEqual([]);
    endOfSound();
    await waitFor(() => expect(ends).toEqual(["ended"]));
    expect(played).toHaveLength(1);
    expect(queue.heard()).toBe(3);
  });

  it("are heard from the first bytes of one that is on its way already, which is not fetched", async () => {
    const queue = newQueue();
    const coming = new IncomingClip();
    queue.enqueue(coming);
    queue.enqueue("/2");
    coming.add(new TextEncoder().encode("fir"));
    await sounds("fir");
    coming.add(new TextEncoder().encode("st "));
    coming.end(true);
    await send("/2", "second", null);
    await sounds("first second");
    expect([...senders.keys()]).toEqual(["/2"]);
  });

  it("tell how many of them were heard to begin, also after they were stopped", async () => {
    const queue = newQueue();
    for (const url of ["/1", "/gone", "/3", "/4"]) queue.enqueue(url);
    await send("/1", "one", null);
    await send("/3", "three", null);
    await send("/4", "four", null);
    await sounds("onethreefour");
    expect(queue.heard()).toBe(0);
    currentTime = 2;
    expect(queue.heard()).toBe(1);
    currentTime = 4;
    expect(queue.heard()).toBe(3);
    queue.stop();
    currentTime = 0;
    expect(queue.heard()).toBe(3);
    expect(ends).toEqual(["stopped"]);
  });

  it("tell where none of them could be heard", async () => {
    const queue = newQueue();
    queue.enqueue("/gone");
    queue.end();
    await waitFor(() => expect(ends).toEqual(["unplayable"]));
  });

  it("begin anew after the tap that the browser wants", async () => {
    answerPlay = () => Promise.reject(new DOMException("tap first", "NotAllowedError"));
    const queue = newQueue();
    queue.enqueue("/1");
    await send("/1", "one");
    await waitFor(() => expect(clipState("reply")).toBe("blocked"));
    answerPlay = () => Promise.resolve();
    queue.resume();
    await send("/1", " more", null);
    await sounds("one more", 1);
    queue.end();
    await waitFor(() => expect(sources[1]?.readyState).toBe("ended"));
    endOfSound();
    await waitFor(() => expect(ends).toEqual(["ended"]));
  });

  it("go on one by one behind one that can't be decoded", async () => {
    const queue = newQueue();
    for (const url of ["/1", "/2"]) queue.enqueue(url);
    await send("/1", "one", null);
    await sounds("one");
    currentTime = 1;
    await send("/2", "!", null);
    await waitFor(() => expect(played.at(-1)).toBe("blob:clip"));
    endOfSound();
    queue.end();
    await waitFor(() => expect(ends).toEqual(["ended"]));
  });

  it("are heard one by one in Safari", async () => {
    vi.spyOn(navigator, "vendor", "get").mockReturnValue("Apple Computer, Inc.");
    const queue = newQueue();
    queue.enqueue("/1");
    await send("/1", "one", null);
    await waitFor(() => expect(played).toEqual(["blob:clip"]));
    currentTime = 1;
    expect(queue.heard()).toBe(1);
    queue.stop();
    expect(sources).toEqual([]);
  });
});
