import { z } from "zod";
import { editedFrom, id, optionalText, requiredText } from "#shared/api/common.ts";
import { diaryQuestion } from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { route } from "#shared/route.ts";

export const managedQuestion = diaryQuestion.extend({ answerCount: z.number().int() });
export type ManagedQuestion = z.output<typeof managedQuestion>;

const questionText = requiredText("Question", limits.diaryQuestion).meta({ examples: ["What is your favorite food?"] });
const category = optionalText("Category", limits.roleName)
  .meta({ examples: ["Food"] })
  .nullish();
const questions = z.object({ questions: z.array(managedQuestion) });

/** A question is never deleted but switched off, so that its answers are back when it is switched on again. */
export const listManagedQuestions = route({
  method: "GET",
  path: "/api/admin/diary-questions",
  summary: "Every diary question in order, also those that are switched off",
  response: questions,
});

export const newQuestion = z.object({ question: questionText, category });

export const addQuestion = route({
  method: "POST",
  path: "/api/admin/diary-questions",
  summary: "Add a diary question after the last one",
  body: newQuestion,
  response: z.object({ question: managedQuestion }),
});

export const questionChanges = z.object({
  question: questionText.optional(),
  category,
  isActive: z.boolean().optional(),
});

/** For another wording of the same question; its answers stand under the new one. */
export const updateQuestion = route({
  method: "PATCH",
  path: "/api/admin/diary-questions/:id",
  summary: "Reword a diary question, or switch it off or on",
  params: z.object({ id }),
  body: questionChanges.extend({ before: editedFrom }),
  response: z.object({ question: managedQuestion }),
  refusals: { 409: "The question was changed since the editor began with it (`before`)." },
});

export const orderQuestions = route({
  method: "PUT",
  path: "/api/admin/diary-questions/order",
  summary: "Put the diary questions in order: every id once; 409 where a question is missing or too many",
  body: z.object({ ids: z.array(id).max(1_000) }),
  response: questions,
  refusals: { 409: "A question is missing, or one is too many." },
});
