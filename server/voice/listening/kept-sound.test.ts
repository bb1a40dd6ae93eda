import { describe, expect, it } from "vitest";
import { keepSound } from "./kept-sound.ts";
import { ReaderBusyError } from "./recording/read-recording.ts";

const calm = () => new AbortController().signal;

describe("the sound of turns [T135]", () => {
  it("is given on and kept, in its order", async () => {
    const sound = keepSound(calm());
    const read: number[][] = [];
    sound.add(Int16Array.of(1, 2));
    sound.giveTo({ write: (samples) => read.push([...samples]) });
    sound.add(Int16Array.of(3));
    sound.end();
    expect(read).toEqual([[1, 2], [3]]);
    expect([...(await sound.whole)]).toEqual([1, 2, 3]);
    sound.discard();
  });

  it("takes no more memory than there is room for, and gives it back", async () => {
    const room = { samples: 10 };
    const [first, second] = [keepSound(calm(), room), keepSound(calm(), room)];
    first.add(new Int16Array(8));
    second.add(new Int16Array(3));
    await expect(second.whole).rejects.toBeInstanceOf(ReaderBusyError);
    second.discard();
    first.discard();
    first.discard();
    expect(room.samples).toBe(10);
    first.add(new Int16Array(8));
    expect(room.samples).toBe(10);
  });
});
