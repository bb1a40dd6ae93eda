import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { playbackSpeed } from "./playback-speed.ts";
import { clipState, playClip } from "./player.ts";

const CLIP = "/clip.mp3";
let audio: HTMLMediaElement | undefined;
let isPlaying: boolean;
/** The handlers for the lock screen's and the headset's keys, by action. */
let keys: Map<string, () => void>;
let session: { metadata: unknown; playbackState: string; positions: unknown[] };

beforeEach(() => {
  isPlaying = false;
  keys = new Map();
  session = { metadata: null, playbackState: "none", positions: [] };
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {
    isPlaying = false;
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (this: HTMLMediaElement) {
    audio = this;
    isPlaying = true;
  });
  vi.spyOn(HTMLMediaElement.prototype, "duration", "get").mockReturnValue(4);
  vi.stubGlobal(
    "MediaMetadata",
    class {
      constructor(readonly fields: unknown) {}
    },
  );
  Object.defineProperty(navigator, "mediaSession", {
    configurable: true,
    value: Object.assign(session, {
      setActionHandler: (action: string, handler: () => void) => keys.set(action, handler),
      setPositionState: (position?: unknown) => session.positions.push(position),
    }),
  });
});
afterEach(() => {
  playbackSpeed.choose(1);
});

function play() {
  const outcome = playClip({ url: CLIP, title: "Tucker", artworkUrl: "/avatar.webp" });
  audio?.dispatchEvent(new Event("playing"));
  return outcome;
}

describe("the player and the system's controls", () => {
  it("show who speaks, with the picture, and how far it is", () => {
    void play();
    expect(session.metadata).toEqual({
      fields: { title: "Tucker", artwork: [{ src: new URL("/avatar.webp", location.href).href }] },
    });
    expect(session.playbackState).toBe("playing");
    expect(session.positions.at(-1)).toEqual({ duration: 4, playbackRate: 1, position: 0 });
  });

  it("pause for a pause, and go on for a play", async () => {
    const outcome = play();
    keys.get("pause")?.();
    expect(isPlaying).toBe(false);
    expect([clipState(CLIP), session.playbackState]).toEqual(["paused", "paused"]);
    keys.get("play")?.();
    audio?.dispatchEvent(new Event("playing"));
    expect(isPlaying).toBe(true);
    expect([clipState(CLIP), session.playbackState]).toEqual(["playing", "playing"]);
    keys.get("stop")?.();
    expect(await outcome).toBe("stopped");
    expect([clipState(CLIP), session.playbackState]).toEqual(["idle", "none"]);
  });

  it("stay paused where the system paused: a call, a headset taken off", () => {
    void play();
    audio?.dispatchEvent(new Event("pause"));
    expect(clipState(CLIP)).toBe("paused");
  });
});

describe("the speed of a voice", () => {
  it("is kept on the device, and changes what is playing without its pitch", () => {
    playbackSpeed.choose(1.25);
    void play();
    expect([audio?.playbackRate, audio?.defaultPlaybackRate, audio?.preservesPitch]).toEqual([1.25, 1.25, true]);
    playbackSpeed.choose(0.75);
    expect(audio?.playbackRate).toBe(0.75);
    expect(localStorage.getItem("voice-speed")).toBe("0.75");
  });
});
