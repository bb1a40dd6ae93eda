import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type DiaryQuestion, listInterviewSayings, listPetQuestions } from "#shared/api/diary.ts";
import { diaryQuestionsKey } from "@/domain/diary/diary.ts";
import { call } from "@/lib/api.ts";
import { isScreenLocale } from "@/lib/screen-locale.ts";

interface QuestionGroup {
  category: string;
  questions: DiaryQuestion[];
}

/** In the order of each group's first question. */
export function groupQuestions(questions: readonly DiaryQuestion[]): QuestionGroup[] {
  const groups = new Map<string, DiaryQuestion[]>();
  for (const question of questions) {
    const category = question.category ?? t`More`;
    groups.set(category, [...(groups.get(category) ?? []), question]);
  }
  return [...groups].map(([category, members]) => ({ category, questions: members }));
}

/** Answers to questions that are no longer active don't count. */
export const countAnswered = (
  questions: readonly { id: string }[],
  answered: { has: (questionId: string) => boolean },
): number => questions.filter(({ id }) => answered.has(id)).length;

/**
 * How a pet asks the diary's questions, by question id. Questions without words in its language are asked in the
 * screen's.
 */
export interface PetQuestions {
  /** The BCP 47 tag of the pet's language. */
  language: string;
  words: ReadonlyMap<string, string>;
  /** As somebody asks them about the pet, with `{pet}` for its name. */
  about: ReadonlyMap<string, string>;
  /** Asked in their place, because the pet's profile answers a part; with `{pet}`, too. */
  rest: ReadonlyMap<string, string>;
}

/** Null while they are being loaded; if that fails, the questions stay in the screen's language. */
export function usePetQuestions(language: string, species: string | null = null): PetQuestions | null {
  const { data, isLoading } = useQuery({
    queryKey: [...diaryQuestionsKey, language, species],
    queryFn: () => call(listPetQuestions, { params: { language }, query: species === null ? {} : { species } }),
  });
  return useMemo(() => {
    if (isLoading) return null;
    const known = data ?? [];
    return {
      language,
      words: new Map(isScreenLocale(language) ? [] : known.map(({ id, question }) => [id, question])),
      about: new Map(known.flatMap(({ id, about }) => (about === undefined ? [] : [[id, about] as const]))),
      rest: new Map(known.flatMap(({ id, rest }) => (rest === undefined ? [] : [[id, rest] as const]))),
    };
  }, [language, data, isLoading]);
}

/** What Will says between them. */
export const useInterviewSayings = (language: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...diaryQuestionsKey, "interview", language],
    queryFn: () => call(listInterviewSayings, { params: { language } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

type PetWordsProps = { petQuestions: PetQuestions | null; questionId: string };

/** The question as the pet asks it; nothing where the screen says the same. */
export function PetWords({ petQuestions, questionId }: PetWordsProps) {
  const words = petQuestions?.words.get(questionId);
  if (words === undefined) return null;
  return (
    <span lang={petQuestions?.language} dir="auto" className="block text-start font-normal text-ink-muted text-sm">
      {words}
    </span>
  );
}
