import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { DEFAULT_VOICE, findVoice } from "../voices.ts";
import { requiredText } from "./common.ts";

export const testVoice = route({
  method: "POST",
  path: "/api/test-voice",
  summary: "Speak a sentence with a voice of the catalogue",
  body: z.object({
    text: requiredText("Text", limits.testVoiceText),
    voiceName: z
      .string()
      .refine((name) => findVoice(name) !== undefined, "Selected voice not found")
      .default(DEFAULT_VOICE),
  }),
  response: z.object({ audioUrl: z.string() }),
});

export const getVoiceSample = route({
  method: "GET",
  path: "/api/voice-samples/:file",
  summary: "A spoken sentence",
  params: z.object({ file: z.string().regex(/^[0-9a-f]{64}\.mp3$/, "That is not a sample's name") }),
  media: "audio/mpeg",
});
