import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { type Media, media } from "#server/platform/http/media.ts";
import { getVideo, speakerFilm } from "#shared/api/video.ts";

export function videoRoutes(context: RouteContext): void {
  media(context, getVideo, { access: signedIn, run: ({ params }) => openVideo(params.filename) });
}

const folder = new URL("./films/", import.meta.url);

/** No other name reaches the file system. */
const types = new Map<string, string>([
  [speakerFilm.film, "video/mp4"],
  [speakerFilm.poster, "image/jpeg"],
  [speakerFilm.captions, "text/vtt; charset=utf-8"],
]);

async function openVideo(filename: string): Promise<Media | null> {
  const contentType = types.get(filename);
  if (contentType === undefined) return null;
  const path = fileURLToPath(new URL(filename, folder));
  const { size } = await stat(path);
  return { size, contentType, caching: "immutable", open: async (range) => createReadStream(path, range) };
}
