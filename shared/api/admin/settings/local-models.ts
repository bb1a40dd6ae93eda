import { z } from "zod";
import { route } from "#shared/route.ts";
import { engineSettings } from "./engine-settings.ts";

const purpose = z.enum(["chat", "embedding"], "A model is for chat or for embeddings");
export type LocalModelPurpose = z.output<typeof purpose>;

const modelName = z
  .string()
  .trim()
  .min(1, "A model's name can't be empty")
  .max(150, "A model's name can have at most 150 characters")
  .meta({ examples: ["qwen3.5:4b"] });

const localModel = z.object({
  name: z.string(),
  purpose,
  gigabytes: z.number(),
  /** Null for a model that the product does not know. */
  license: z.string().nullable(),
  goodAt: z.string().nullable(),
  isHere: z.boolean(),
  /** Whether it fits the machine's memory; null where that is not known. */
  fits: z.boolean().nullable(),
  inUse: z.boolean(),
});
export type LocalModel = z.output<typeof localModel>;

export const lookForLocalModels = route({
  method: "POST",
  path: "/api/admin/local-models/look",
  summary: "Look for model servers on this machine at their usual ports, or for Ollama at an address",
  body: z.object({ address: engineSettings.shape.baseUrl }),
  response: z.object({
    /** Null where no Ollama answers. */
    ollama: z
      .object({ baseUrl: z.string(), memoryGigabytes: z.number().nullable(), models: z.array(localModel) })
      .nullable(),
    /** Those that are no Ollama. */
    servers: z.array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
    /** Why there is no Ollama, and what to do; null where there is one. */
    problem: z.string().nullable(),
  }),
});

export const runningPhases = ["fetching", "preparing", "testing"] as const;

export const localModelRun = z.object({
  model: z.string(),
  baseUrl: z.string(),
  purpose,
  phase: z.enum([...runningPhases, "done", "failed", "canceled"]),
  /** Bytes; zero while nothing is known. */
  completed: z.number().nonnegative(),
  total: z.number().nonnegative(),
  /** What came of it; null while it goes on. */
  sentence: z.string().nullable(),
  /** A failed one was too slow, and can be used with a context of so many tokens; else null. */
  smallerContext: z.int().nullable(),
});
export type LocalModelRun = z.output<typeof localModelRun>;

const lastRun = z.object({ run: localModelRun.nullable() });

export const getLocalModelRun = route({
  method: "GET",
  path: "/api/admin/local-models/run",
  summary: "How the last model of Ollama that was to be used gets on",
  response: lastRun,
});

export const startLocalModel = route({
  method: "POST",
  path: "/api/admin/local-models/run",
  summary: "Fetch a model with Ollama where it is missing, set its context, test it, and use it; goes on by itself",
  body: z.object({
    baseUrl: engineSettings.shape.baseUrl.unwrap(),
    model: modelName,
    purpose,
    /** Smaller than usual, for a machine that reads slowly. */
    contextTokens: z
      .int()
      .min(4096)
      .max(16_384)
      .meta({ examples: [8192] })
      .optional(),
  }),
  response: lastRun,
  refusals: { 409: "Another model is being fetched, or the environment sets the model." },
});

export const cancelLocalModel = route({
  method: "DELETE",
  path: "/api/admin/local-models/run",
  summary: "End the fetch of a model; what was used before stays",
  response: lastRun,
});
