import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderAvatar } from "./render-avatar.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } } });

/** Colours of the four corners of a picture, as `red` or `blue`. */
async function corners(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const offset = (y * info.width + x) * info.channels;
    return (data[offset] ?? 0) > (data[offset + 2] ?? 0) ? "red" : "blue";
  };
  const [far, near] = [info.width - 9, 8];
  return { topLeft: at(near, near), topRight: at(far, near), bottomLeft: at(near, far), bottomRight: at(far, far) };
}

/** Left half red, right half blue, in the file's own order of pixels. */
const twoHalves = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: "#f00" } }).composite([
    { input: { create: { width: 200, height: 400, channels: 3, background: "#00f" } }, left: 200, top: 0 },
  ]);

describe("an avatar", () => {
  it.each(["jpeg", "png", "webp"] as const)("made from a %s is a square WebP of 512 pixels [T73]", async (format) => {
    const rendered = await renderAvatar(await picture(900, 300).toFormat(format).toBuffer());
    expect(await sharp(rendered).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  });

  it("is turned as the camera says, and keeps no word of the camera [T76]", async () => {
    const photo = await twoHalves()
      .withExif({ IFD0: { Copyright: "Nora", Model: "Phone" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const rendered = await renderAvatar(photo);
    // Orientation 6 is a quarter turn to the right: what was left is on top.
    expect(await corners(rendered)).toEqual({
      topLeft: "red",
      topRight: "red",
      bottomLeft: "blue",
      bottomRight: "blue",
    });
    const metadata = await sharp(rendered).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("made from an animation shows its first frame", async () => {
    const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 250), Buffer.alloc(64 * 64 * 3, 5)]);
    const animation = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .webp({ loop: 0, delay: [100, 100], lossless: true })
      .toBuffer();
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);
    const rendered = await renderAvatar(animation);
    expect((await sharp(rendered).metadata()).pages).toBeUndefined();
    expect((await sharp(rendered).stats()).channels[0]?.mean).toBeGreaterThan(200);
  });

  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"],
    ["a script", "alert(1)"],
  ])("is not made from %s [T74]", async (_what, text) => {
    await expect(renderAvatar(Buffer.from(text))).rejects.toMatchObject({
      status: 415,
      message: "Please select an image file",
    });
  });

  it("is not made from a GIF", async () => {
    await expect(renderAvatar(await picture(20, 20).gif().toBuffer())).rejects.toMatchObject({ status: 415 });
  });

  it.each(["jpeg", "png", "webp"] as const)("is not made from a %s that was cut off [T75]", async (format) => {
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    await expect(renderAvatar(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ status: 400 });
  });

  it("is not made from a picture of many pixels that comes in passes, for all of them would be in memory at once [T75]", async () => {
    const large = (progressive: boolean) => picture(5_000, 5_000).png({ progressive }).toBuffer();
    await expect(renderAvatar(await large(true))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("24 of a progressive one"),
    });
    expect(await sharp(await renderAvatar(await large(false))).metadata()).toMatchObject({ width: 512 });
  });

  it("is made one after the other, however many are wanted at once [T75]", async () => {
    const bytes = await picture(900, 300).jpeg().toBuffer();
    let most = 0;
    const underWay = () => {
      const { queue, process } = sharp.counters();
      return queue + process;
    };
    // One that leaves the queue for its thread between the two numbers is counted twice, but only in one of two readings.
    const count = () => {
      most = Math.max(most, Math.min(underWay(), underWay()));
    };
    sharp.queue.on("change", count);
    await Promise.all(Array.from({ length: 5 }, () => renderAvatar(bytes)));
    sharp.queue.off("change", count);
    expect(most).toBe(1);
  });

  it("is not made from a small file that unfolds into a huge picture [T75]", async () => {
    const small = await picture(10, 10).png().toBuffer();
    // Width and height stand in the first chunk, IHDR (bytes 12 to 28), followed by its checksum.
    small.writeUInt32BE(9_000, 16);
    small.writeUInt32BE(9_000, 20);
    small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
    await expect(renderAvatar(small)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("up to 64 megapixels"),
    });
  });
});
