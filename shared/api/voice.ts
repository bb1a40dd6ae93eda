import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { DEFAULT_LANGUAGE, DEFAULT_VOICE, findVoice, languages } from "../voices.ts";
import { requiredText } from "./common.ts";

/** A language of the catalog, such as `de-DE`. */
export const offeredLanguage = z
  .string()
  .refine((code) => languages.some((language) => language.code === code), "That language is not offered");

export const catalogVoice = z
  .string()
  .refine((name) => findVoice(name) !== undefined, "Selected voice not found")
  .default(DEFAULT_VOICE);

export const testVoice = route({
  method: "POST",
  path: "/api/test-voice",
  summary: "Speak a sentence with a voice of the catalogue",
  body: z.object({
    text: requiredText("Text", limits.testVoiceText).meta({ examples: ["Who goes for a walk?"] }),
    voiceName: catalogVoice,
  }),
  response: z.object({ audioUrl: z.string() }),
  refusals: { 507: "The server has no room for the sound." },
});

export const getVoiceSample = route({
  method: "GET",
  path: "/api/voice-samples/:file",
  summary: "A spoken sentence",
  params: z.object({
    file: z
      .string()
      .regex(/^[0-9a-f]{64}\.mp3$/, "That is not a sample's name")
      .meta({ examples: [`${"7d793037a0760186".repeat(4)}.mp3`] }),
  }),
  media: "audio/mpeg",
});

export const transcribe = route({
  method: "POST",
  path: "/api/transcribe",
  summary: "Turn a recording into text",
  upload: {
    field: "audio",
    maxBytes: limits.recordingBytes,
    accepts:
      "a recording of up to two minutes: WebM, Ogg or MP4 with Opus, WAV, or MP4 with AAC where the server has ffmpeg",
  },
  body: z.object({
    /** A language of the catalog. */
    language: offeredLanguage.default(DEFAULT_LANGUAGE),
  }),
  response: z.object({ text: z.string() }),
  refusals: {
    400: "The file has no bytes (`empty`), or the form is not as described (`invalid_input`).",
    415: "Not a recording (`not_audio`), or in a form that this server can't decode (`unsupported_audio`).",
    422: "Cut short or broken (`damaged_audio`), too long (`too_long`), or nothing was heard (`no_speech`).",
    502: "The recognizer refused the server or answered nonsense (`recogniser_failed`); another try will not help.",
    503: "No recognizer is configured (`no_recogniser`; the browser's own may be used), or it is busy or out of reach (`recogniser_unavailable`).",
  },
});
