import { z } from "zod";
import { route } from "../route.ts";
import { doneResponse, id, timestamp } from "./common.ts";

export const openQuestion = z.object({
  id,
  question: z.string().meta({ examples: ["Do you like snow?"] }),
  /** A BCP 47 tag. */
  language: z.string().meta({ examples: ["en-US"] }),
  /** Of the newest 20 times. */
  times: z.number().int(),
  askedByCaller: z.boolean(),
  /** First names of the others who asked it. */
  askedBy: z.array(z.string()).meta({ examples: [["Robin"]] }),
  lastAskedAt: timestamp,
});
export type OpenQuestion = z.output<typeof openQuestion>;

export const listOpenQuestions = route({
  method: "GET",
  path: "/api/agents/:id/open-questions",
  summary: "What people asked the pet and it could not answer, the one that was asked last first",
  params: z.object({ id }),
  response: z.array(openQuestion),
});

export const updateOpenQuestion = route({
  method: "PATCH",
  path: "/api/agents/:id/open-questions/:questionId",
  summary: "Put an open question aside, so that it is not shown any more, or take it back",
  params: z.object({ id, questionId: id }),
  body: z.object({ isPutAside: z.boolean() }),
  response: doneResponse,
});
