import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type PlayedMicrophone,
  startPlayedMicrophone,
  stillness,
  syllables,
} from "#tests/support/played-microphone.ts";
import { LONGEST_ROOM_MS, measureEcho } from "./measure-echo.ts";
import type { ClipOutcome } from "./player.ts";

let microphone: PlayedMicrophone;
let ending: AbortController;
/** Lets the sound that is played end. */
let end: (outcome: ClipOutcome) => void;
const play = vi.fn<() => Promise<ClipOutcome>>();

beforeEach(() => {
  vi.useFakeTimers();
  microphone = startPlayedMicrophone();
  ending = new AbortController();
  play.mockReset();
  play.mockImplementation(
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
});

/** A measurement whose microphone listens. */
async function measuring() {
  const echo = measureEcho(play, ending.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(microphone.open()).toBe(1);
  return { echo };
}
const playing = () => vi.waitFor(() => expect(play).toHaveBeenCalledOnce());

describe("the check whether the microphone hears the player", () => {
  it.each([
    ["heard", syllables(1)],
    ["cancelled", stillness(1)],
  ] as const)("tells that it is %s, and frees the microphone", async (expected, sound) => {
    const { echo } = await measuring();
    microphone.hear(stillness(0.7));
    await playing();
    microphone.hear(sound);
    end("ended");
    expect(await echo).toBe(expected);
    expect(microphone.open()).toBe(0);
  });

  it("tells that the room is too loud, without playing anything", async () => {
    const { echo } = await measuring();
    microphone.hear(syllables(0.7).map((_, at) => 0.1 * Math.sin(at * 0.5)));
    expect(await echo).toBe("too loud");
    expect(play).not.toHaveBeenCalled();
    expect(microphone.open()).toBe(0);
  });

  it("plays nothing where it is aborted while it listens to the room", async () => {
    const { echo } = await measuring();
    ending.abort();
    expect(await echo).toBe("failed");
    microphone.hear(stillness(1));
    expect(play).not.toHaveBeenCalled();
    expect(microphone.open()).toBe(0);
  });

  it("frees the microphone where it is aborted while it plays", async () => {
    const { echo } = await measuring();
    microphone.hear(stillness(0.7));
    await playing();
    ending.abort();
    expect(await echo).toBe("failed");
    expect(microphone.open()).toBe(0);
  });

  it("gives up where the microphone gives no sound", async () => {
    const { echo } = await measuring();
    await vi.advanceTimersByTimeAsync(LONGEST_ROOM_MS);
    expect(await echo).toBe("failed");
    expect(microphone.open()).toBe(0);
  });
});
