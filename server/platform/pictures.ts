import PQueue from "p-queue";
import { badRequest } from "./http/errors.ts";

/** More than phones make (50 megapixels); such a PNG takes 0.4 s and 50 MB. */
const MAX_PIXELS = 64_000_000;
/** An interlaced PNG of 64 megapixels takes 290 MB at once. */
const MAX_PIXELS_IN_PASSES = 24_000_000;
const TIMEOUT_S = 10;
/** One at a time, because a picture takes much memory for a moment. */
const rendering = new PQueue({ concurrency: 1 });

export interface PictureShape {
  /** Of the longer side, or with `cover` of both. */
  px: number;
  fit: "cover" | "inside";
}

interface RenderedPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

interface RenderedFile {
  /** In WebP, in the order of the shapes. */
  pictures: RenderedPicture[];
  isAnimated: boolean;
  /** As the camera wrote it; null where it did not. */
  takenOn: string | null;
}

const accepted = new Set(["image/jpeg", "image/png", "image/webp"]);

export const isPictureType = (type: string | undefined): boolean => type !== undefined && accepted.has(type);

/** By its bytes, whatever it is called. */
export async function typeOfBytes(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  return (await fileTypeFromBuffer(bytes))?.mime;
}

/**
 * Of an animation its first frame. Made from the pixels alone, upright and in sRGB, so that nothing else of the file is kept.
 * @throws HttpError 400
 */
export const renderPictures = (bytes: Uint8Array, shapes: readonly PictureShape[]): Promise<RenderedFile> =>
  rendering.add(() => render(bytes, shapes));

async function render(bytes: Uint8Array, shapes: readonly PictureShape[]): Promise<RenderedFile> {
  const { default: sharp } = await import("sharp");
  try {
    // Reads no pixels.
    const { isProgressive, pages = 1, exif } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const limitInputPixels = isProgressive ? MAX_PIXELS_IN_PASSES : MAX_PIXELS;
    const pictures: RenderedPicture[] = [];
    for (const { px, fit } of shapes) {
      const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels, pages: 1 })
        .timeout({ seconds: TIMEOUT_S })
        .autoOrient()
        .resize(px, px, { fit, withoutEnlargement: fit === "inside" })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      pictures.push({ bytes: data, width: info.width, height: info.height });
    }
    return { pictures, isAnimated: pages > 1, takenOn: exif === undefined ? null : await dayIn(exif) };
  } catch (error) {
    if (error instanceof Error && error.message.includes("pixel limit"))
      throw badRequest(
        `That picture is too large: up to ${MAX_PIXELS / 1_000_000} megapixels can be taken, or ${MAX_PIXELS_IN_PASSES / 1_000_000} of a progressive one.`,
      );
    throw badRequest("That picture is damaged or incomplete. Please select another one.");
  }
}

/** A camera has no time zone, and a broken one any date. */
async function dayIn(exif: Buffer): Promise<string | null> {
  const { default: readExif } = await import("exif-reader");
  try {
    const taken = readExif(exif).Photo?.DateTimeOriginal;
    return taken instanceof Date ? taken.toISOString().slice(0, 10) : null;
  } catch {
    return null;
  }
}
