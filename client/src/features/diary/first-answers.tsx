import { t } from "@lingui/core/macro";
import { BookOpen } from "lucide-react";
import { useId } from "react";
import type { DiaryQuestion } from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { Card } from "@/components/ui/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { useDiaryQuestions } from "@/domain/diary/diary.ts";
import type { AnswerDrafts } from "./api.ts";
import { type PetQuestions, PetWords, usePetQuestions } from "./questions.tsx";

const FIRST_QUESTIONS = 5;

/** For a pet that is not created yet: the answers are saved with it. */
export function FirstAnswers({ language, drafts, onDraft, disabled }: DraftsProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="gap-3">
      <h2 id={titleId} className="flex items-center gap-3 text-xl">
        <BookOpen aria-hidden="true" className="size-6 shrink-0 text-secondary" />
        <span>{t`Save your agent first`}</span>
      </h2>
      <p className="text-ink-muted">
        {t`Your pet's diary opens as soon as your pet is saved: it is where your pet's memories live.`}
      </p>
      {!disabled && (
        <Collapsible>
          <CollapsibleTrigger className="font-bold text-secondary">{t`Begin with a few answers now`}</CollapsibleTrigger>
          <CollapsibleContent>
            <FirstQuestions language={language} drafts={drafts} onDraft={onDraft} />
          </CollapsibleContent>
        </Collapsible>
      )}
    </Card>
  );
}

function FirstQuestions({ language, drafts, onDraft }: Omit<DraftsProps, "disabled">) {
  const questions = useDiaryQuestions();
  const petQuestions = usePetQuestions(language);
  if (questions.isError) return <p className="text-danger">{t`The questions could not be loaded.`}</p>;
  if (questions.isPending) return <Spinner label={t`Loading the questions`} className="my-4" />;
  const shown = questions.data.filter(
    (question, index) => index < FIRST_QUESTIONS || drafts[question.id] !== undefined,
  );
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="text-ink-muted text-sm">{t`What you write is saved together with your pet.`}</p>
      {shown.map((question) => (
        <DraftField
          key={question.id}
          question={question}
          petQuestions={petQuestions}
          draft={drafts[question.id] ?? ""}
          onChange={(draft) => onDraft(question.id, draft === "" ? null : draft)}
        />
      ))}
    </div>
  );
}

export type DraftsProps = {
  /** The BCP 47 tag of the pet's language. */
  language: string;
  drafts: AnswerDrafts;
  /** Null drops the draft. */
  onDraft: (questionId: string, draft: string | null) => void;
  disabled: boolean;
};

type DraftFieldProps = {
  question: DiaryQuestion;
  petQuestions: PetQuestions | null;
  draft: string;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (draft: string) => void;
};

export function DraftField({ question: { id, question }, petQuestions, draft, onChange, ...state }: DraftFieldProps) {
  return (
    <Field
      label={
        <>
          <span>{question}</span>
          <PetWords petQuestions={petQuestions} questionId={id} />
        </>
      }
      error={tooLong(draft, limits.diaryAnswer)}
    >
      <Textarea rows={2} autoGrow value={draft} onChange={({ target }) => onChange(target.value)} {...state} />
    </Field>
  );
}
