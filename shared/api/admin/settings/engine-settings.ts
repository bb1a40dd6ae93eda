import { z } from "zod";
import { editedFrom } from "#shared/api/common.ts";
import { catalogVoice } from "#shared/api/voice.ts";
import { route } from "#shared/route.ts";
import { readVoiceMap } from "#shared/voice-map.ts";
import { engineTest } from "./engines.ts";

/** Each setting with the variable of the environment that sets the same. */
export const engineVariables = {
  baseUrl: "OPENAI_BASE_URL",
  apiKey: "OPENAI_API_KEY",
  model: "OPENAI_MODEL",
  embeddingModel: "OPENAI_EMBEDDING_MODEL",
  transcriptionModel: "OPENAI_TRANSCRIBE_MODEL",
  recognitionInPauses: "OPENAI_TRANSCRIBE_IN_PAUSES",
  voiceModel: "OPENAI_SPEECH_MODEL",
  voiceBaseUrl: "OPENAI_SPEECH_BASE_URL",
  voiceKey: "OPENAI_SPEECH_KEY",
  voiceMap: "OPENAI_SPEECH_VOICES",
  speechRegion: "AZURE_SPEECH_REGION",
  speechHost: "AZURE_SPEECH_HOST",
  speechKey: "AZURE_SPEECH_KEY",
} as const;

const fieldNames = z.enum([
  "baseUrl",
  "apiKey",
  "model",
  "embeddingModel",
  "transcriptionModel",
  "recognitionInPauses",
  "voiceModel",
  "voiceBaseUrl",
  "voiceKey",
  "voiceMap",
  "speechRegion",
  "speechHost",
  "speechKey",
]);
export type EngineField = z.output<typeof fieldNames>;

/** A key may be sent there, so it has no name and password of its own. */
const address = (protocols: readonly string[], example: string) =>
  z
    .string()
    .trim()
    .max(500, "The address can have at most 500 characters")
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password, hash } = new URL(text);
      return protocols.includes(protocol) && username === "" && password === "" && hash === "";
    }, `Please enter an address such as ${example}`)
    .meta({ examples: [example] })
    .nullable();

const name = z
  .string()
  .trim()
  .min(1, "A model's name can't be empty")
  .max(200, "A model's name can have at most 200 characters")
  .meta({ examples: ["llama3.1:8b"] })
  .nullable();

/** Goes into a header: printable ASCII. Left out: the kept key stays; null: it is removed. */
const key = z
  .string()
  .trim()
  .min(1, "A key can't be empty")
  .max(1000, "A key can have at most 1,000 characters")
  .regex(/^[\x21-\x7e]*$/, "A key has only letters, digits and signs, without spaces")
  .meta({ examples: ["sk-a-key-of-the-engine"] })
  .nullable()
  .optional();

/** Null: none, or the default. */
export const engineSettings = z.object({
  /** Null: OpenAI itself, where there is a key. */
  baseUrl: address(["http:", "https:"], "http://127.0.0.1:11434/v1"),
  model: name,
  embeddingModel: name,
  transcriptionModel: name,
  /** Whether a recognizer that needs the whole is also asked in pauses, each time for a call more. Null: on. */
  recognitionInPauses: z.enum(["on", "off"]).nullable().default(null),
  /** The model of `/audio/speech`. Null: none, so the built-in voice speaks. */
  voiceModel: name.default(null),
  /** Null: the model server. */
  voiceBaseUrl: address(["http:", "https:"], "http://127.0.0.1:8880/v1").default(null),
  voiceMap: z
    .string()
    .trim()
    .max(4000, "The voices can have at most 4,000 characters")
    .refine((text) => typeof readVoiceMap(text) !== "string", {
      error: ({ input }) => `${readVoiceMap(String(input))}.`,
    })
    .meta({ examples: ["en-GB female = bf_emma, male = onyx"] })
    .nullable()
    .default(null),
  speechRegion: z
    .string()
    .trim()
    .max(40, "Please enter a region such as westeurope")
    .regex(/^[a-z0-9-]+$/, "Please enter a region such as westeurope")
    .meta({ examples: ["westeurope"] })
    .nullable(),
  speechHost: address(["ws:", "wss:"], "ws://127.0.0.1:5000"),
});
export type EngineSettings = z.output<typeof engineSettings>;

export const engineDraft = engineSettings.extend({ apiKey: key, voiceKey: key, speechKey: key });
export type EngineDraft = z.output<typeof engineDraft>;

export const keyNames = ["apiKey", "voiceKey", "speechKey"] as const;
export type KeyName = (typeof keyNames)[number];

/** `lost`: this server's session secret does not open the kept key, so it has to be entered again. */
export const keyState = z.enum(["none", "kept", "lost"]);
export type KeyState = z.output<typeof keyState>;

export const shownEngineSettings = z.object({
  /** In force, from the environment and the screen. */
  settings: engineSettings,
  /** Keys themselves are never shown. */
  keys: z.object({ apiKey: keyState, voiceKey: keyState, speechKey: keyState }),
  /** Set by the environment, so nobody changes them here. */
  fixed: z.array(fieldNames),
  defaults: z.object({ model: z.string(), transcriptionModel: z.string() }),
});
export type ShownEngineSettings = z.output<typeof shownEngineSettings>;

export const getEngineSettings = route({
  method: "GET",
  path: "/api/admin/engine-settings",
  summary: "How the engines are set, without their keys",
  response: shownEngineSettings,
});

export const putEngineSettings = route({
  method: "PUT",
  path: "/api/admin/engine-settings",
  summary: "Set the engines, in every instance at once; what the environment sets stays",
  body: engineDraft.extend({ before: editedFrom }),
  response: shownEngineSettings,
  refusals: { 409: "A setting was changed since the editor began with it (`before`)." },
});

export const draftedEngines = ["model", "embedding", "speech", "transcription"] as const;
export type DraftedEngine = (typeof draftedEngines)[number];

export const testEngineDraft = route({
  method: "POST",
  path: "/api/admin/engine-settings/test/:engine",
  summary: "Try an engine as it would be with these settings, before they are saved",
  params: z.object({ engine: z.enum(draftedEngines, "There is no such engine") }),
  body: engineDraft.extend({
    /** Speaks in a test of speech. */
    voiceName: catalogVoice,
  }),
  response: engineTest,
  refusals: { 409: "Another test is under way." },
});

export const listServerVoices = route({
  method: "POST",
  path: "/api/admin/engine-settings/voices",
  summary: "The voices that the speech server of these settings offers, and which it would speak with for ours",
  body: engineDraft,
  response: z.object({
    voices: z.array(z.string()),
    /** Why there is no list; null where there is one. */
    problem: z.string().nullable(),
    /** What is chosen for each voice of the catalogue that nobody chose one for. Null: the built-in voice speaks. */
    chosen: z.array(z.object({ name: z.string(), voice: z.string().nullable() })),
  }),
});

export const listEngineModels = route({
  method: "POST",
  path: "/api/admin/engine-settings/models",
  summary: "The models that the server of these settings offers",
  body: engineDraft.pick({ baseUrl: true, apiKey: true }),
  response: z.object({
    models: z.array(z.string()),
    /** Why there is no list; null where there is one. */
    problem: z.string().nullable(),
  }),
});
