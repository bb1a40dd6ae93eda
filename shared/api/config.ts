import { z } from "zod";
import { route } from "../route.ts";
import { timestamp } from "./common.ts";

const engine = z.object({
  /** `embedded` needs no configuration. */
  kind: z.enum(["embedded", "configured"]),
  /** Null for whoever may not see the settings of the server. */
  name: z.string().nullable(),
});
export type Engine = z.output<typeof engine>;

export const config = z.object({
  productName: z.string(),
  engines: z.object({
    database: engine,
    model: engine,
    speech: engine,
    transcription: engine.nullable(),
    files: engine,
  }),
  /** Since when another model or voice speaks; null where none was changed, and for visitors. */
  changed: z.object({ model: timestamp.nullable(), voice: timestamp.nullable() }).default({ model: null, voice: null }),
  /** A forgotten password can be replaced by a mailed link. */
  mailsPasswords: z.boolean().default(false),
});
export type Config = z.output<typeof config>;

export const getConfig = route({
  method: "GET",
  path: "/api/config",
  summary: "The product's name and which engines run",
  response: config,
});
