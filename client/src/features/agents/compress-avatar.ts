import { limits } from "#shared/limits.ts";

/** Pictures above this size are compressed before the upload (specification, section 9). */
export const COMPRESS_ABOVE_BYTES = 500 * 1024;

/** Compresses a picture for the upload. @returns the original where that fails */
export async function compressAvatar(file: File): Promise<File> {
  try {
    const [{ default: compress }, { default: workerCode }] = await Promise.all([
      import("browser-image-compression/dist/browser-image-compression.mjs"),
      import("browser-image-compression/dist/browser-image-compression.js?url"),
    ]);
    return await compress(file, {
      maxSizeMB: 1,
      maxWidthOrHeight: 1000,
      initialQuality: 0.85,
      useWebWorker: true,
      // Else the library's worker would fetch its code from a public CDN. The worker's own address is a blob.
      libURL: new URL(workerCode, location.href).href,
    });
  } catch {
    return file;
  }
}

export const isTooLarge = (file: Blob): boolean => file.size > limits.avatarBytes;
