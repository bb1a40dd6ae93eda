import { z } from "zod";

export const pace = z.object({ tokens: z.number(), everyMs: z.number(), firstMs: z.number() });
/** So many tokens, the first after `firstMs` milliseconds, the others `everyMs` apart. */
export type Pace = z.infer<typeof pace>;

/** Each token of the played model. */
export const MODEL_WORD = "woof";
