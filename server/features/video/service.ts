import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Media } from "#server/platform/http/media.ts";
import { speakerFilm } from "#shared/api/video.ts";

const folder = new URL("./films/", import.meta.url);

/** The files that can be asked for, with their types. No other name reaches the file system. */
const types = new Map<string, string>([
  [speakerFilm.film, "video/mp4"],
  [speakerFilm.poster, "image/jpeg"],
  [speakerFilm.captions, "text/vtt; charset=utf-8"],
]);

export async function openVideo(filename: string): Promise<Media | null> {
  const contentType = types.get(filename);
  if (contentType === undefined) return null;
  const path = fileURLToPath(new URL(filename, folder));
  const { size } = await stat(path);
  return { size, contentType, caching: "immutable", open: async (range) => createReadStream(path, range) };
}
