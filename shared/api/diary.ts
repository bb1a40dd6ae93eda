import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, editedFrom, id, optionalText, requiredText, timestamp } from "./common.ts";
import { offeredLanguage } from "./voice.ts";

export const diaryQuestion = z.object({
  id,
  question: z.string().meta({ examples: ["What is your favorite food?"] }),
  orderIndex: z.number().int(),
  category: z
    .string()
    .nullable()
    .meta({ examples: ["Food"] }),
  isActive: z.boolean(),
  /** Of a seeded question; null for one that a person added. */
  key: z
    .string()
    .nullish()
    .meta({ examples: ["favorite_food"] }),
  createdAt: timestamp,
});
export type DiaryQuestion = z.output<typeof diaryQuestion>;

export const diaryAnswer = z.object({
  id,
  agentId: id,
  questionId: id,
  answer: z.string().meta({ examples: ["The corner of a grilled cheese sandwich."] }),
  /** First name of whoever of the family gave it, as long as it stands in their words. */
  author: z
    .string()
    .nullish()
    .meta({ examples: ["Anna"] }),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type DiaryAnswer = z.output<typeof diaryAnswer>;

const agentId = z.object({ id });

export const listDiaryQuestions = route({
  method: "GET",
  path: "/api/diary/questions",
  summary: "The questions that are asked now, in order",
  response: z.array(diaryQuestion),
});

/** Without the questions that have no words in that language, such as those that an administrator added. */
export const listPetQuestions = route({
  method: "GET",
  path: "/api/diary/questions/:language",
  summary: "The questions that are asked now, in the words of a pet that speaks the language",
  params: z.object({ language: offeredLanguage.meta({ examples: ["de-DE"] }) }),
  /** Of the pet's profile. */
  query: z.object({
    species: optionalText("Species", limits.species)
      .meta({ examples: ["cat"] })
      .optional(),
  }),
  response: z.array(
    z.object({
      id,
      question: z.string().meta({ examples: ["Was ist mein Lieblingsspielzeug?"] }),
      /** As somebody asks it about the pet, with `{pet}` for its name. */
      about: z
        .string()
        .meta({ examples: ["Was ist das Lieblingsspielzeug von {pet}?"] })
        .optional(),
      /** Asked in its place, because the species answers a part of it. */
      rest: z
        .string()
        .meta({ examples: ["{pet} ist eine Katze: welche Rasse oder Mischung?"] })
        .optional(),
    }),
  ),
});

export const listDiaryAnswers = route({
  method: "GET",
  path: "/api/agents/:id/diary/answers",
  summary: "A pet's diary answers",
  params: agentId,
  response: z.array(diaryAnswer),
});

export const saveDiaryAnswer = route({
  method: "POST",
  path: "/api/agents/:id/diary/answers",
  summary: "Save the answer to a question, in place of an earlier one",
  params: agentId,
  body: z.object({
    questionId: id,
    answer: requiredText("Answer", limits.diaryAnswer).meta({ examples: ["The corner of a grilled cheese sandwich."] }),
    before: editedFrom,
  }),
  response: diaryAnswer,
  refusals: { 409: "The answer was changed since the editor began with it (`before`)." },
});

export const listOwnDiaryQuestions = route({
  method: "GET",
  path: "/api/agents/:id/diary/questions",
  summary: "The questions that only this pet's diary has, because its owner added them, oldest first",
  params: agentId,
  response: z.array(diaryQuestion),
});

export const addDiaryEntry = route({
  method: "POST",
  path: "/api/agents/:id/diary/entries",
  summary:
    "Add a question with its answer: a question of the diary that has the same words, else one for this pet alone",
  params: agentId,
  body: z.object({
    question: requiredText("Question", limits.diaryQuestion).meta({ examples: ["Do you like snow?"] }),
    answer: requiredText("Answer", limits.diaryAnswer).meta({ examples: ["I eat it by the mouthful."] }),
    /** The open question that this answers, possibly reworded; those in the same words are closed anyway. */
    openQuestionId: id.nullish(),
  }),
  response: z.object({ question: diaryQuestion, answer: diaryAnswer }),
  refusals: { 409: "The diary answers this question already, or it has as many own questions as it may have." },
});

export const deleteDiaryAnswer = route({
  method: "DELETE",
  path: "/api/agents/:id/diary/answers/:questionId",
  summary: "Delete a diary answer, and with it a question that the owner added",
  params: z.object({ id, questionId: id }),
  response: doneResponse,
});

const greetings = z.object({ empty: z.string(), begun: z.string() });

/** With `{pet}`, `{number}` and `{count}` for what is filled in. */
export const interviewSayings = z.object({
  lead: z.object({
    question: z.string().meta({ examples: ["Question {number}"] }),
    asked: z.string().meta({ examples: ["Someone asked"] }),
    own: z.string().meta({ examples: ["You asked"] }),
  }),
  /** By whether the person knows Will, and whether the diary has answers. */
  greetings: z.object({ first: greetings, again: greetings }),
  ...{ allDone: z.string(), skipped: z.string(), undone: z.string(), rest: z.string(), stopped: z.string() },
  ...{ wentBack: z.string(), congratulation: z.string() },
  /** Where one question is still open, or more of them. */
  ...{ congratulationOne: z.string(), congratulationMore: z.string() },
});
export type InterviewSayings = z.output<typeof interviewSayings>;

export const listInterviewSayings = route({
  method: "GET",
  path: "/api/diary/interview/:language",
  summary: "What Will, the diary's interviewer, says between the questions, in a pet's language",
  params: z.object({ language: offeredLanguage.meta({ examples: ["de-DE"] }) }),
  response: interviewSayings,
});

/** `unsure`: it may be an answer, and Will asks whether to write it down. */
export const interviewKinds = ["answer", "unsure", "question", "stop", "skip", "correction", "other"] as const;

export const hearInterview = route({
  method: "POST",
  path: "/api/agents/:id/diary/interview",
  summary: "What is said to Will, the diary's interviewer, and his reply; nothing is saved",
  params: agentId,
  body: z.object({
    said: requiredText("Answer", limits.diaryAnswer).meta({ examples: ["Well, I'd say her yellow duck."] }),
    /** Of the diary, or an open question; null where Will asks whether to go on. */
    questionId: id.nullable(),
    /** What Will asks further about the answer that he got to it. */
    followUp: optionalText("Question", limits.diaryQuestion)
      .meta({ examples: ["What did her face look like then?"] })
      .nullish(),
    /** The words of which Will has just asked whether to write them down: `said` says so, or something else. */
    unsure: optionalText("Answer", limits.diaryAnswer)
      .meta({ examples: ["It varies"] })
      .nullish(),
    /** The diary question whose answer was saved last. */
    previousId: id.nullish(),
    /** The question's number: neighboring answers are not met with the same words. */
    number: z.number().int().min(1).max(10_000).optional(),
  }),
  response: z.object({
    kind: z.enum(interviewKinds),
    /** What to save: for a correction as the answer before; what is not saved yet where Will is unsure. */
    answer: z
      .string()
      .nullable()
      .meta({ examples: ["Her yellow duck."] }),
    /** Whether the person wants to stop after it. */
    stops: z.boolean(),
    reply: z.string().meta({ examples: ["A yellow duck, noted."] }),
    language: z.string().meta({ examples: ["en-US"] }),
    followUp: z
      .object({
        text: z.string().meta({ examples: ["What did her face look like then?"] }),
        language: z.string().meta({ examples: ["en-US"] }),
      })
      .nullable(),
  }),
});
