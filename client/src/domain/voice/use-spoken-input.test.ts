import { afterEach, expect, it, vi } from "vitest";
import { lazyPart } from "@/lib/part.ts";
import { dismissToast } from "@/lib/toast.ts";
import { LaterVoice } from "./use-spoken-input.ts";
import type { VoiceState } from "./voice-state.ts";

afterEach(() => dismissToast());

/** A voice whose code comes when `arrive` is called, and does not where `fail` is. */
function later() {
  let arrive = () => {};
  let fail = () => {};
  const promise = new Promise<string>((resolve, reject) => {
    arrive = () => resolve("code");
    fail = () => reject(new TypeError("Failed to fetch"));
  });
  const voice = { tap: vi.fn(), cancel: vi.fn(), stop: vi.fn() };
  const open = vi.fn(() => voice);
  const states: VoiceState["at"][] = [];
  const own = new LaterVoice(
    lazyPart(() => promise),
    open,
    ({ at }) => states.push(at),
  );
  const settled = async () => {
    await promise.catch(() => undefined);
    await vi.waitFor(() => expect(states.at(-1)).toBe("closed"));
  };
  return { own, voice, open, states, arrive, fail, settled };
}

it("opens the microphone once its code has come, and one voice for all taps", async () => {
  const { own, voice, open, states, arrive, settled } = later();
  own.tap();
  own.tap();
  expect(states).toEqual(["opening"]);
  arrive();
  await settled();
  expect(voice.tap).toHaveBeenCalledOnce();
  own.tap();
  own.cancel();
  own.stop();
  expect(open).toHaveBeenCalledExactlyOnceWith("code");
  expect(voice.tap).toHaveBeenCalledTimes(2);
  expect(voice.cancel).toHaveBeenCalledOnce();
  expect(voice.stop).toHaveBeenCalledOnce();
});

it("does nothing more for who cancelled while the code was on its way", async () => {
  const { own, voice, states, arrive, settled } = later();
  own.tap();
  own.cancel();
  arrive();
  await settled();
  expect(voice.tap).not.toHaveBeenCalled();
  expect(states).toEqual(["opening", "closed"]);
});

it("rests where the code can't be loaded", async () => {
  const { own, open, states, fail, settled } = later();
  own.tap();
  fail();
  await settled();
  expect(states).toEqual(["opening", "closed"]);
  expect(open).not.toHaveBeenCalled();
});
