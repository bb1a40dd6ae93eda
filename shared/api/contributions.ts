import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, requiredText, timestamp } from "./common.ts";
import { eventDate } from "./memory.ts";

export const contribution = z.object({
  id,
  kind: z.enum(["answer", "memory"]),
  /** In the pet's words; null for a memory, and for an answer whose question is no longer asked. */
  question: z.string().nullable(),
  text: z.string().meta({ examples: ["We met you at the farm, under the tractor."] }),
  date: eventDate.nullable(),
  /** First name. */
  author: z.string().meta({ examples: ["Anna"] }),
  isOwn: z.boolean(),
  createdAt: timestamp,
  lapsesAt: timestamp,
});
export type Contribution = z.output<typeof contribution>;

const petId = z.object({ id });

export const listContributions = route({
  method: "GET",
  path: "/api/agents/:id/contributions",
  summary: "What was contributed to a pet and waits, oldest first: the caller's own, or all for those who approve it",
  params: petId,
  response: z.object({
    waiting: z.array(contribution),
    /** What the caller contributes now is kept at once. */
    isKeptAtOnce: z.boolean(),
  }),
});
export type Contributions = z.output<typeof listContributions.response>;

export const listUnansweredQuestions = route({
  method: "GET",
  path: "/api/agents/:id/contributions/questions",
  summary: "Questions of a pet's diary that have no answer, and none of the caller's that waits, in the pet's words",
  params: petId,
  response: z.array(z.object({ id, question: z.string().meta({ examples: ["What is your favorite food?"] }) })),
});

const contributedAnswer = z.object({
  kind: z.literal("answer"),
  questionId: id,
  text: requiredText("Answer", limits.diaryAnswer).meta({ examples: ["The corner of a grilled cheese sandwich."] }),
});

const contributedMemory = z.object({
  kind: z.literal("memory"),
  text: requiredText("Memory", limits.memory).meta({ examples: ["We met you at the farm, under the tractor."] }),
  /** Left out: as the text says it. */
  date: eventDate.nullish(),
});

export const addContribution = route({
  method: "POST",
  path: "/api/agents/:id/contributions",
  summary: "Give a pet an answer or a memory; it is told once it is approved, or at once where nobody has to",
  params: petId,
  body: z.discriminatedUnion("kind", [contributedAnswer, contributedMemory]),
  response: z.object({ isKept: z.boolean() }),
  refusals: {
    404: "The pet is gone, or the question is no longer asked.",
    409: "The question has an answer by now (`answered`), or no more can wait or be remembered (`full`).",
  },
});
export type NewContribution = z.input<typeof addContribution.body>;

const contributionId = z.object({ id, contributionId: id });

export const approveContribution = route({
  method: "POST",
  path: "/api/agents/:id/contributions/:contributionId/approve",
  summary: "Keep a contribution as an answer of the diary or a memory of the pet, with its author's name",
  params: contributionId,
  response: doneResponse,
  refusals: {
    404: "It was approved, declined or taken back, has lapsed, or its question is no longer asked.",
    409: "The question has an answer by now (`answered`), or no more can be remembered (`full`); it still waits.",
  },
});

export const dropContribution = route({
  method: "DELETE",
  path: "/api/agents/:id/contributions/:contributionId",
  summary: "Decline a contribution, or take back an own one, while it waits",
  params: contributionId,
  response: doneResponse,
  refusals: { 404: "It was approved, declined or taken back, has lapsed, or is somebody else's." },
});
