import { Notice } from "@/components/ui/notice.tsx";
import { diaryQuestionsKey } from "@/domain/diary/questions.ts";
import { call } from "@/lib/api.ts";
import {
  addQuestion,
  type ManagedQuestion,
  newQuestion,
  updateQuestion,
} from "../../../../../../shared/api/admin/settings/diary-questions.ts";
import type { InputOf } from "../../../../../../shared/route.ts";
import { FormDialog } from "../../admin-dialog.tsx";
import { type FormOf, TextareaField, TextField } from "../../form-fields.tsx";
import { keys } from "../../keys.ts";
import { useAdminForm } from "../../use-admin-form.ts";

/** `diaryQuestionsKey` too, because the diary of the setup screen shows the questions. */
const invalidates = [keys.questions, keys.auditLog, diaryQuestionsKey];

export function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const form = useAdminForm({
    schema: newQuestion,
    defaultValues: { question: "", category: "" },
    mutationFn: (body) => call(addQuestion, { body }),
    successTitle: "Question added successfully",
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
  const form = useAdminForm({
    schema: newQuestion,
    defaultValues: { question: question.question, category: question.category ?? "" },
    mutationFn: (body) => call(updateQuestion, { params: { id: question.id }, body }),
    successTitle: "Question updated successfully",
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

type Wording = InputOf<typeof addQuestion>["body"];

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
