import { z } from "zod";
import { route } from "../route.ts";

/** The names end in a number: caches keep a file for good, so a new film gets a new one. */
export const speakerFilm = {
  film: "collar-speaker-1.mp4",
  poster: "collar-speaker-1.jpg",
  captions: "collar-speaker-1.en.vtt",
  width: 960,
  height: 540,
} as const;

export const getVideo = route({
  method: "GET",
  path: "/api/video/:filename",
  summary: "The speaker page's film, its poster and its captions",
  params: z.object({
    filename: z
      .string()
      .max(100, "That is not a film's name")
      .meta({ examples: [speakerFilm.film] }),
  }),
  media: "video/mp4",
});
