import type { DiaryQuestion } from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import type { AnswerDrafts } from "./api.ts";
import type { PetQuestions } from "./pet-questions.ts";
import { PetWords } from "./pet-words.tsx";

/** What a list of questions gets whose answers are saved with a pet that is not created yet. */
export type DraftsProps = {
  /** The BCP 47 tag of the language that the pet is to speak. */
  language: string;
  drafts: AnswerDrafts;
  /** Sets a question's draft; null puts the question back. */
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

/** The field for an answer to a question of the diary. */
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
