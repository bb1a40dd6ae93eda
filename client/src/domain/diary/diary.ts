import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  addDiaryEntry,
  type DiaryAnswer,
  type DiaryQuestion,
  listDiaryAnswers,
  listDiaryQuestions,
  listOwnDiaryQuestions,
  listPetQuestions,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import type { InputOf } from "#shared/route.ts";
import { DEFAULT_LANGUAGE } from "#shared/voices.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, changedMeanwhile } from "@/lib/api.ts";
import { isScreenLocale, screenLocale } from "@/lib/screen-locale.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { refreshOpenQuestions } from "./open-questions.ts";

export const diaryQuestionsKey = ["/api/diary/questions"] as const;
const ownQuestionsKey = (agentId: string) => ["/api/agents", agentId, "diary", "questions"] as const;

export function useDiaryQuestions() {
  return useQuery({
    queryKey: diaryQuestionsKey,
    queryFn: readQuestions,
    select: (questions) => questions.filter((q) => q.isActive).sort((a, b) => a.orderIndex - b.orderIndex),
  });
}

/** In the words of the screen's language; those that an administrator wrote stay as they are. */
async function readQuestions(): Promise<DiaryQuestion[]> {
  const language = screenLocale;
  const [questions, wordings] = await Promise.all([
    call(listDiaryQuestions, {}),
    isScreenLocale(DEFAULT_LANGUAGE) ? [] : call(listPetQuestions, { params: { language }, query: {} }),
  ]);
  const words = new Map(wordings.map(({ id, question }) => [id, question]));
  return questions.map(({ question, category, ...rest }) => ({
    ...rest,
    question: words.get(rest.id) ?? question,
    category: category && (CATEGORIES.get(category) ?? category),
  }));
}

/** Of the seeded questions. */
const CATEGORIES = new Map([
  ["Who I am", t`Who I am`],
  ["Looks", t`Looks`],
  ["Food", t`Food`],
  ["Play", t`Play`],
  ["Walks", t`Walks`],
  ["Habits", t`Habits`],
  ["Fears", t`Fears`],
  ["People", t`People`],
  ["Animal friends", t`Animal friends`],
  ["Places", t`Places`],
  ["Health and care", t`Health and care`],
  ["Stories", t`Stories`],
  ["Favorites", t`Favorites`],
  ["Sayings", t`Sayings`],
]);

export function useOwnQuestions(agentId: string) {
  return useQuery({
    queryKey: ownQuestionsKey(agentId),
    queryFn: () => call(listOwnDiaryQuestions, { params: { id: agentId } }),
    select: (questions) => questions.map((question) => ({ ...question, category: OWN_CATEGORY })),
  });
}

const OWN_CATEGORY = t`Your own questions`;

/** An own question goes with its answer; other questions stay. */
export function dropAnswer(client: QueryClient, agentId: string, id: string): void {
  client.setQueryData<DiaryAnswer[]>(answersKey(agentId), (cached) => cached?.filter((one) => one.questionId !== id));
  client.setQueryData<DiaryQuestion[]>(ownQuestionsKey(agentId), (cached) => cached?.filter((one) => one.id !== id));
  // What it had answered is open again.
  void refreshOpenQuestions(client, agentId);
}

export const answersKey = (agentId: string) => ["/api/agents", agentId, "diary", "answers"] as const;

export const useDiaryAnswers = (agentId: string, enabled = true) =>
  useQuery({
    queryKey: answersKey(agentId),
    queryFn: () => call(listDiaryAnswers, { params: { id: agentId } }),
    enabled,
  });

/** An answer may also close open questions. */
export function keepAnswer(client: QueryClient, saved: DiaryAnswer): void {
  client.setQueryData<DiaryAnswer[]>(
    answersKey(saved.agentId),
    (answers) => answers && [...answers.filter((answer) => answer.questionId !== saved.questionId), saved],
  );
  void refreshOpenQuestions(client, saved.agentId);
}

/** Undefined where this page has not loaded the diary. */
export const savedAnswer = (client: QueryClient, agentId: string, questionId: string): string | undefined => {
  const answers = client.getQueryData<DiaryAnswer[]>(answersKey(agentId));
  return answers && (answers.find((answer) => answer.questionId === questionId)?.answer ?? "");
};

export function useSaveAnswer(agentId: string, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof saveDiaryAnswer>["body"]) =>
      call(saveDiaryAnswer, { params: { id: agentId }, body }),
    onSuccess: (saved) => {
      keepAnswer(client, saved);
      onSaved();
      void refreshAgents(client);
      toastSaved();
    },
    // The editor shows what was changed meanwhile.
    onError: (error) =>
      changedMeanwhile(error) === undefined && toastError(t`Failed to save answer`, error, t`Please try again.`),
  });
}

export const toastSaved = () => toast({ title: t`Answer saved!`, description: t`Your pet's diary has been updated.` });

export interface DiaryEntry {
  question: string;
  answer: string;
  openQuestionId?: string;
}

export function useAddEntry(agentId: string, onAdded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DiaryEntry) => call(addDiaryEntry, { params: { id: agentId }, body }),
    onSuccess: () => {
      refreshDiary(client, agentId);
      onAdded();
    },
  });
}

export function refreshDiary(client: QueryClient, agentId: string): void {
  void client.invalidateQueries({ queryKey: answersKey(agentId) });
  void client.invalidateQueries({ queryKey: ownQuestionsKey(agentId) });
  void refreshOpenQuestions(client, agentId);
  void refreshAgents(client);
}
