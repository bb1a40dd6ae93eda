import { z } from "zod";
import { route } from "#shared/route.ts";

export const engineNames = ["model", "speech", "transcription", "files", "database"] as const;
export type EngineName = (typeof engineNames)[number];

export const engineTest = z.object({
  works: z.boolean(),
  milliseconds: z.number().int().nonnegative(),
  /** One sentence for an administrator, without addresses or keys. */
  sentence: z.string(),
  /** What was spoken, an MP3 in base64; null where nothing was. */
  sound: z.base64().nullable().default(null),
  /** The model is being loaded into memory, and the test goes on: the same call again waits for what comes of it. */
  isLoading: z.boolean().optional(),
});
export type EngineTest = z.output<typeof engineTest>;

export const testEngine = route({
  method: "POST",
  path: "/api/admin/engines/:engine/test",
  summary: "Try an engine with something small; one test at a time",
  params: z.object({ engine: z.enum(engineNames, "There is no such engine") }),
  response: engineTest,
  refusals: { 409: "Another test is under way." },
});
