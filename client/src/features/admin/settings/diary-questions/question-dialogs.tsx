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
import { diaryQuestionsKey } from "@/domain/diary/questions.ts";
import { FormDialog } from "@/features/admin/admin-dialog.tsx";
import { type FormOf, TextareaField, TextField } from "@/features/admin/form-fields.tsx";
import { keys } from "@/features/admin/keys.ts";
import { useAdminForm } from "@/features/admin/use-admin-form.ts";
import { call } from "@/lib/api.ts";

/** `diaryQuestionsKey` too, because the diary of the setup screen shows the questions. */
const invalidates = [keys.questions, keys.auditLog, diaryQuestionsKey];

export function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const form = useAdminForm({
    schema: wording.transform((fields): InputOf<typeof addQuestion>["body"] => fields).pipe(newQuestion),
    defaultValues: { question: "", category: "" },
    mutationFn: (body) => call(addQuestion, { body }),
    errorTitle: "Failed to add question",
    invalidates,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Add Diary Question"
      form={form}
      submitLabel="Add Question"
      pendingLabel="Adding..."
      onClose={onClose}
    >
      <WordingFields form={form} />
    </FormDialog>
  );
}

export function EditQuestionDialog({ question, onClose }: { question: ManagedQuestion; onClose: () => void }) {
  const before = { question: question.question, category: question.category ?? "" };
  const form = useAdminForm({
    schema: wording.transform((fields) => changesSince(before, fields)).pipe(questionChanges),
    defaultValues: before,
    editing: before,
    mutationFn: (body) => call(updateQuestion, { params: { id: question.id }, body }),
    errorTitle: "Failed to update question",
    invalidates,
    onSuccess: onClose,
  });
  const answers = question.answerCount;
  return (
    <FormDialog
      title="Edit Diary Question"
      form={form}
      submitLabel="Update Question"
      pendingLabel="Updating..."
      onClose={onClose}
    >
      <WordingFields form={form} />
      {answers > 0 && (
        <Notice>
          {`${answers === 1 ? "One owner has" : `${answers.toLocaleString()} owners have`} answered this question; the answers will stand under the new wording. For a different question, please add a new one.`}
        </Notice>
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
    <TextareaField form={form} name="question" label="Question" required autoGrow />
    <TextField
      form={form}
      name="category"
      label="Category"
      hint="Optional; questions of one category stand together."
    />
  </>
);
