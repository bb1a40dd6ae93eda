import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { DEFAULT_LANGUAGE, DEFAULT_VOICE, findVoice, languages } from "../voices.ts";
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

/**
 * Why a recording gave no text: the `code` of an answer that is not 2xx, beside those of every call.
 * - `empty` (400): the file has no bytes.
 * - `too_large` (413): over limits.recordingBytes.
 * - `not_audio` (415): no container or no sound that is known, whatever the file was called.
 * - `unsupported_audio` (415): audio, in a form that this server has no decoder for.
 * - `damaged_audio` (422): cut short or broken before a sound could be read.
 * - `too_long` (422): over limits.recordingSeconds.
 * - `no_speech` (422): nothing was heard, by us or by the recognizer.
 * - `no_recogniser` (503): none is configured, or the configured server can't do it. The browser's own may be used.
 * - `recogniser_failed` (502): the recognizer refused us or answered nonsense; trying again won't help.
 * - `recogniser_unavailable` (503): busy, late or unreachable; try again, with `Retry-After` where it is known.
 */
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
    /** What is spoken: a language of the catalogue. */
    language: z
      .string()
      .refine((code) => languages.some((language) => language.code === code), "That language is not offered")
      .default(DEFAULT_LANGUAGE),
  }),
  response: z.object({ text: z.string() }),
});
