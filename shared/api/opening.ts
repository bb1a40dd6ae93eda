import { z } from "zod";
import { route } from "../route.ts";
import { id } from "./common.ts";

export const opening = z.object({
  /** The pet's name, and what its owner has told it since they last talked; null where that is nothing. */
  greeting: z
    .string()
    .nullable()
    .meta({
      examples: ["Hello, Robin! I'm Biscuit. I've just learned something new about my favorite toy: “A sock.”"],
    }),
  /** In the pet's language: at most three that its diary answers, then one that it doesn't. */
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
