import { z } from "zod";
import { route } from "../route.ts";
import { id } from "./common.ts";

export const opening = z.object({
  /** Hello, and what the owner has told the pet since they last talked, or what that talk was about; null where they never talked, and nothing is new. */
  greeting: z
    .string()
    .nullable()
    .meta({
      examples: ["Hello, Robin! I'm Biscuit. I've just learned something new about my favorite toy: “A sock.”"],
    }),
  /** That the pet is ready to talk, in its language. */
  ready: z.string().meta({ examples: ["I'm ready for a conversation. How are you doing today?"] }),
  /** In the pet's language: at most three that its diary or its documents answer, else such as any pet answers; then one that it doesn't. */
  starters: z.array(z.object({ question: z.string(), isKnown: z.boolean() })),
});
export type Opening = z.output<typeof opening>;

export const getOpening = route({
  method: "GET",
  path: "/api/agents/:id/opening",
  summary: "How an empty chat with the pet begins: its greeting, and questions to ask",
  params: z.object({ id }),
  response: opening,
});
