import { t } from "@lingui/core/macro";
import { MessageCircleQuestion } from "lucide-react";
import { useRef, useState } from "react";
import type { DiaryQuestion } from "#shared/api/diary.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useDiaryQuestions } from "@/domain/diary/diary.ts";
import { DraftField, type DraftsProps } from "./first-answers.tsx";
import { groupQuestions, type PetQuestions, PetWords, usePetQuestions } from "./questions.tsx";

const ENOUGH = 3;
const SUGGESTED = 6;

/** Three answers are asked for; fewer and more will do. */
export function ThreeQuestions({ language, drafts, onDraft, disabled }: DraftsProps) {
  const questions = useDiaryQuestions();
  const petQuestions = usePetQuestions(language);
  const [showsAll, setShowsAll] = useState(false);
  if (questions.isError) {
    return (
      <LoadError
        title={t`The questions could not be loaded`}
        isBusy={questions.isFetching}
        onRetry={() => void questions.refetch()}
      >
        {t`You can go on without them: they are in the diary later.`}
      </LoadError>
    );
  }
  if (questions.isPending) return <Skeleton className="h-96 rounded-card" />;
  const suggested = new Set(suggestionsOf(questions.data).map(({ id }) => id));
  const shown = questions.data.filter(({ id }) => showsAll || suggested.has(id) || drafts[id] !== undefined);
  const answered = Object.values(drafts).filter((text) => text.trim() !== "").length;
  return (
    <Card className="gap-3">
      <p role="status" className="font-bold text-secondary">
        {answered < ENOUGH ? t`${answered} of ${ENOUGH}` : t`That is plenty to begin with!`}
      </p>
      <ul className="flex flex-col gap-2">
        {shown.map((question) => (
          <QuestionToPick
            key={question.id}
            question={question}
            petQuestions={petQuestions}
            draft={drafts[question.id]}
            disabled={disabled}
            onDraft={(draft) => onDraft(question.id, draft)}
          />
        ))}
      </ul>
      {!showsAll && shown.length < questions.data.length && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => setShowsAll(true)}
        >{t`Show all ${{ count: questions.data.length }} questions`}</Button>
      )}
    </Card>
  );
}

/** One of each category but the first: the kind of animal was asked with the pet's name. */
function suggestionsOf(questions: readonly DiaryQuestion[]): DiaryQuestion[] {
  const [, ...others] = groupQuestions(questions).flatMap(({ questions: [first] }) => first ?? []);
  return (others.length >= ENOUGH ? others : questions).slice(0, SUGGESTED);
}

type QuestionToPickProps = {
  question: DiaryQuestion;
  petQuestions: PetQuestions | null;
  draft: string | undefined;
  disabled: boolean;
  onDraft: (draft: string | null) => void;
};

function QuestionToPick({ question, petQuestions, draft, disabled, onDraft }: QuestionToPickProps) {
  // A field that is there from the beginning, for a draft, must not take the focus.
  const isPicked = useRef(false);
  if (draft === undefined) {
    return (
      <li>
        <Button
          variant="outline"
          className="w-full justify-start rounded-control text-start font-semibold"
          disabled={disabled}
          onClick={() => {
            isPicked.current = true;
            onDraft("");
          }}
        >
          <MessageCircleQuestion aria-hidden="true" className="text-secondary" />
          <span className="min-w-0">
            <span>{question.question}</span>
            <PetWords petQuestions={petQuestions} questionId={question.id} />
          </span>
        </Button>
      </li>
    );
  }
  return (
    <li className="flex flex-col rounded-control bg-secondary-soft p-3">
      <DraftField
        question={question}
        petQuestions={petQuestions}
        draft={draft}
        disabled={disabled}
        autoFocus={isPicked.current}
        onChange={onDraft}
      />
      {draft.trim() === "" && (
        <Button variant="ghost" size="sm" className="mt-1 self-start" disabled={disabled} onClick={() => onDraft(null)}>
          {t`Another question`}
        </Button>
      )}
    </li>
  );
}
