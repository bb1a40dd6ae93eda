import { plural, t } from "@lingui/core/macro";
import { z } from "zod";
import {
  addQuestion,
  type ManagedQuestion,
  newQuestion,
  questionChanges,
  updateQuestion,
} from "#shared/api/admin/settings/diary-questions.ts";
import type { InputOf } from "#shared/route.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { diaryQuestionsKey } from "@/domain/diary/diary.ts";
import { keys } from "@/features/admin/admin-queries.ts";
import { FormDialog, type FormOf, TextareaField, TextField } from "@/features/admin/form-dialog.tsx";
import { call } from "@/lib/api.ts";

const invalidates = [keys.questions, keys.auditLog, diaryQuestionsKey];

export const AddQuestionDialog = () => (
  <FormDialog
    title={t`Add Diary Question`}
    submitLabel={t`Add Question`}
    pendingLabel={t`Adding...`}
    schema={wording.transform((fields): InputOf<typeof addQuestion>["body"] => fields).pipe(newQuestion)}
    defaultValues={{ question: "", category: "" }}
    mutationFn={(body) => call(addQuestion, { body })}
    errorTitle={t`Failed to add question`}
    invalidates={invalidates}
  >
    {(form) => <WordingFields form={form} />}
  </FormDialog>
);

export function EditQuestionDialog({ question }: { question: ManagedQuestion }) {
  const before = { question: question.question, category: question.category ?? "" };
  const answers = question.answerCount;
  return (
    <FormDialog
      title={t`Edit Diary Question`}
      submitLabel={t`Update Question`}
      pendingLabel={t`Updating...`}
      schema={wording.transform((fields) => changesSince(before, fields)).pipe(questionChanges)}
      defaultValues={before}
      editing={before}
      mutationFn={(body) => call(updateQuestion, { params: { id: question.id }, body })}
      errorTitle={t`Failed to update question`}
      invalidates={invalidates}
    >
      {(form) => (
        <>
          <WordingFields form={form} />
          {answers > 0 && (
            <Notice>
              {plural(answers, {
                one: "One owner has answered this question; the answers will stand under the new wording. For a different question, please add a new one.",
                other:
                  "# owners have answered this question; the answers will stand under the new wording. For a different question, please add a new one.",
              })}
            </Notice>
          )}
        </>
      )}
    </FormDialog>
  );
}

const wording = z.object({ question: z.string(), category: z.string() });
type Wording = z.output<typeof wording>;

/** Only the changed fields, so that two administrators at once don't undo each other's work. */
const changesSince = (before: Wording, { question, category }: Wording): InputOf<typeof updateQuestion>["body"] => ({
  ...(question === before.question ? {} : { question }),
  ...(category === before.category ? {} : { category }),
});

const WordingFields = ({ form }: { form: FormOf<Wording> }) => (
  <>
    <TextareaField form={form} name="question" label={t`Question`} required autoGrow />
    <TextField
      form={form}
      name="category"
      label={t`Category`}
      hint={t`Optional; questions of one category stand together.`}
    />
  </>
);
