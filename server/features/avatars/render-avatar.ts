import PQueue from "p-queue";
import { badRequest, unsupportedType } from "#server/platform/http/errors.ts";

/** Twice the largest size at which the product shows a pet. */
const SIDE_PX = 512;
/** More than phones make (50 megapixels); such a PNG takes 0.4 s and 50 MB. */
const MAX_PIXELS = 64_000_000;
/** An interlaced PNG of 64 megapixels takes 290 MB at once. */
const MAX_PIXELS_IN_PASSES = 24_000_000;
const TIMEOUT_S = 10;
/** One at a time, because a picture takes much memory for a moment. */
const rendering = new PQueue({ concurrency: 1 });
const accepted = new Set(["image/jpeg", "image/png", "image/webp"]);

/** Made from the pixels alone, so that nothing else of the file is kept. Throws HttpError 415, 400. */
export async function renderAvatar(bytes: Uint8Array): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes);
  if (type === undefined || !accepted.has(type.mime)) throw unsupportedType("Please select an image file");
  return rendering.add(() => render(bytes));
}

async function render(bytes: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  try {
    // Reads no pixels.
    const { isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const limitInputPixels = isProgressive ? MAX_PIXELS_IN_PASSES : MAX_PIXELS;
    return await sharp(bytes, { failOn: "error", limitInputPixels, pages: 1 })
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && error.message.includes("pixel limit"))
      throw badRequest(
        `That picture is too large: up to ${MAX_PIXELS / 1_000_000} megapixels can be taken, or ${MAX_PIXELS_IN_PASSES / 1_000_000} of a progressive one.`,
      );
    throw badRequest("That picture is damaged or incomplete. Please select another one.");
  }
}
