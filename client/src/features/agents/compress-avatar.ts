import { limits } from "../../../../shared/limits.ts";

/** Larger pictures are made smaller before they travel (specification, section 9). */
export const COMPRESS_ABOVE_BYTES = 500 * 1024;

/** A picture small enough to send; the original where it can't be made smaller. */
export async function compressAvatar(file: File): Promise<File> {
  try {
    const { default: compress } = await import("browser-image-compression/dist/browser-image-compression.mjs");
    return await compress(file, {
      maxSizeMB: 1,
      maxWidthOrHeight: 1000,
      initialQuality: 0.85,
      // Its worker would fetch the library from a public CDN.
      useWebWorker: false,
    });
  } catch {
    return file;
  }
}

export const isTooLarge = (file: Blob): boolean => file.size > limits.avatarBytes;
