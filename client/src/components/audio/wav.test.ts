import { describe, expect, it } from "vitest";
import { wavOf } from "./wav.ts";

const read = async (wav: Blob) => new DataView(await wav.arrayBuffer());
const samplesOf = (view: DataView) =>
  Array.from({ length: (view.byteLength - 44) / 2 }, (_none, index) => view.getInt16(44 + 2 * index, true));

describe("a WAV file", () => {
  it("says what it holds: 16-bit samples of one channel, at its rate", async () => {
    const view = await read(wavOf([new Float32Array(160), new Float32Array(40)], 8000));
    const text = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
    expect([text(0), text(8), text(12), text(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
    expect(view.getUint16(22, true)).toBe(1);
    expect(view.getUint32(24, true)).toBe(8000);
    expect(view.getUint32(28, true)).toBe(16_000);
    expect(view.getUint16(34, true)).toBe(16);
    expect(view.getUint32(40, true)).toBe(400);
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8);
  });

  it("holds the chunks one after the other, and clips what is too loud", async () => {
    const view = await read(wavOf([new Float32Array([0, 0.5]), new Float32Array([-1, 3, -3])]));
    expect(samplesOf(view)).toEqual([0, 16_384, -32_767, 32_767, -32_767]);
  });
});
