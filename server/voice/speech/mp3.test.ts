import fc from "fast-check";
import { expect, it } from "vitest";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import { createFrameReader, joinMp3 } from "./mp3.ts";

it("a clip that arrives in pieces is read as the whole is, however it was cut, without its tag", async () => {
  const body = await spokenMp3("A squirrel");
  const tag = Buffer.concat([Buffer.from("ID3"), Buffer.from([4, 0, 0, 0, 0, 0, 20]), Buffer.alloc(20)]);
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(cuts, fc.boolean(), (sizes, isTagged) => {
      const clip = isTagged ? Buffer.concat([tag, body]) : body;
      const read = createFrameReader();
      const pieces: Uint8Array[] = [];
      for (let start = 0, turn = 0; start < clip.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        pieces.push(read(clip.subarray(start, start + size)));
        start += size;
      }
      for (const piece of pieces) expect(joinMp3([piece]).length).toBe(piece.length);
      expect(Buffer.concat(pieces).equals(joinMp3([clip]))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
