import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { IncomingClip, STALLED_MS } from "./incoming-clip.ts";
import { clipState, playClip } from "./player.ts";
import { type QueueEnd, SpeechQueue } from "./speech-queue.ts";

let audio: HTMLMediaElement | undefined;
let answerPlay: () => Promise<void>;
let hasEnded = false;
/** The URLs that were played, in order. */
let played: string[];
let fetched: string[];
let ends: QueueEnd[];

beforeEach(() => {
  [played, fetched, ends] = [[], [], []];
  answerPlay = () => Promise.resolve();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockImplementation(() => hasEnded);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    audio = this;
    played.push(this.src);
    return answerPlay();
  });
  URL.revokeObjectURL = vi.fn();
  let blobs = 0;
  URL.createObjectURL = () => `blob:${++blobs}`;
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return url.includes("gone") ? new Response(null, { status: 404 }) : new Response("sound");
  });
});

const newQueue = () => new SpeechQueue({ key: "reply", title: "Tucker", onIdle: (end) => ends.push(end) });
const begins = (clip: string) => waitFor(() => expect(played.at(-1)).toBe(clip));
function hear(): void {
  audio?.dispatchEvent(new Event("playing"));
  hasEnded = true;
  audio?.dispatchEvent(new Event("ended"));
  hasEnded = false;
}

describe("sentences in a queue", () => {
  it("are heard one after the other, and then it is over", async () => {
    const queue = newQueue();
    for (const n of [1, 2, 3]) queue.enqueue(`/speech/${n}`);
    queue.end();
    await begins("blob:1");
    hear();
    await begins("blob:2");
    hear();
    await begins("blob:3");
    expect(ends).toEqual([]);
    hear();
    await waitFor(() => expect(ends).toEqual(["ended"]));
    expect(clipState("reply")).toBe("idle");
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(3);
  });

  it("are heard without being fetched where they are on their way already", async () => {
    const queue = newQueue();
    const coming = new IncomingClip();
    queue.enqueue(coming);
    queue.enqueue("/speech/2");
    coming.add(new TextEncoder().encode("sound"));
    coming.end(true);
    await begins("blob:1");
    expect(fetched).toEqual(["/speech/2"]);
  });

  it("wait for those that are still to come, and stay one clip to the eye", async () => {
    const queue = newQueue();
    queue.enqueue("/speech/1");
    expect(clipState("reply")).toBe("loading");
    await begins("blob:1");
    hear();
    await waitFor(() => expect(clipState("reply")).toBe("playing"));
    expect(queue.isLive()).toBe(true);
    queue.rename("/api/messages/1/audio");
    queue.enqueue("/speech/2");
    await begins("blob:2");
    expect(clipState("/api/messages/1/audio")).toBe("playing");
  });

  it("pass over one that cannot be had", async () => {
    const queue = newQueue();
    for (const name of ["1", "gone", "3"]) queue.enqueue(`/speech/${name}`);
    queue.end();
    await begins("blob:1");
    hear();
    await begins("blob:2");
    hear();
    await waitFor(() => expect(ends).toEqual(["ended"]));
  });

  it("pass over one whose connection brings nothing any more", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) =>
      url.includes("stalled")
        ? new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
        : Promise.resolve(new Response("sound")),
    );
    const queue = newQueue();
    for (const name of ["stalled", "2"]) queue.enqueue(`/speech/${name}`);
    queue.end();
    await vi.advanceTimersByTimeAsync(STALLED_MS - 1);
    expect(played).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await begins("blob:1");
    hear();
    await waitFor(() => expect(ends).toEqual(["ended"]));
  });

  it("tell where none of them could be heard", async () => {
    const queue = newQueue();
    queue.enqueue("/speech/gone");
    queue.end();
    await waitFor(() => expect(ends).toEqual(["unplayable"]));
  });

  it("fall silent at once when they are stopped, and nothing more is fetched or heard", async () => {
    const queue = newQueue();
    for (const n of [1, 2, 3]) queue.enqueue(`/speech/${n}`);
    await begins("blob:1");
    queue.stop();
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    expect(ends).toEqual(["stopped"]);
    queue.enqueue("/speech/4");
    await Promise.resolve();
    expect(played).toEqual(["blob:1"]);
    expect(fetched).not.toContain("/speech/4");
  });

  it("give way to another clip, also while they wait for the next", async () => {
    const queue = newQueue();
    queue.enqueue("/speech/1");
    await begins("blob:1");
    hear();
    void playClip({ url: "/other.mp3", title: "Will" });
    await waitFor(() => expect(ends).toEqual(["stopped"]));
    queue.enqueue("/speech/2");
    expect(played.at(-1)).toContain("/other.mp3");
  });

  it("wait for a tap where the browser wants one, and go on from there", async () => {
    answerPlay = () => Promise.reject(new DOMException("tap first", "NotAllowedError"));
    const queue = newQueue();
    queue.enqueue("/speech/1");
    queue.enqueue("/speech/2");
    queue.end();
    await waitFor(() => expect(clipState("reply")).toBe("blocked"));
    answerPlay = () => Promise.resolve();
    queue.resume();
    await waitFor(() => expect(played).toEqual(["blob:1", "blob:1"]));
    hear();
    await begins("blob:2");
    hear();
    await waitFor(() => expect(ends).toEqual(["ended"]));
  });

  it("say nothing of a reply that brought none", () => {
    newQueue().end();
    expect(ends).toEqual([]);
  });
});
