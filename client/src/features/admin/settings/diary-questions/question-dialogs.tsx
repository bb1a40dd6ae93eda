import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { call } from "@/lib/api.ts";
import {
  addQuestion,
  type ManagedQuestion,
  updateQuestion,
} from "../../../../../../shared/api/admin/settings/diary-questions.ts";
import { FormDialog } from "../../admin-dialog.tsx";
import { keys } from "../../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../../use-deed.ts";

interface Wording {
  question: string;
  category: string;
}

/** The diary of the setup screen shows them too. */
const outdates = [keys.questions, keys.auditLog, ["/api/diary/questions"]];

export function AddQuestionDialog({ onClose }: { onClose: () => void }) {
  const add = useDeed({
    run: (body: Wording) => call(addQuestion, { body }),
    done: "Question added successfully",
    failed: "Failed to add question",
    outdates,
    onDone: onClose,
  });
  return (
    <WordingDialog
      title="Add Diary Question"
      submitLabel={add.isPending ? "Adding..." : "Add Question"}
      initial={{ question: "", category: "" }}
      isBusy={add.isPending}
      serverErrors={fieldErrorsOf(add.error)}
      answers={0}
      onSubmit={add.mutate}
      onClose={onClose}
    />
  );
}

export function EditQuestionDialog({ question, onClose }: { question: ManagedQuestion; onClose: () => void }) {
  const update = useDeed({
    run: (body: Wording) => call(updateQuestion, { params: { id: question.id }, body }),
    done: "Question updated successfully",
    failed: "Failed to update question",
    outdates,
    onDone: onClose,
  });
  return (
    <WordingDialog
      title="Edit Diary Question"
      submitLabel={update.isPending ? "Updating..." : "Update Question"}
      initial={{ question: question.question, category: question.category ?? "" }}
      isBusy={update.isPending}
      serverErrors={fieldErrorsOf(update.error)}
      answers={question.answerCount}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  );
}

type WordingDialogProps = {
  title: string;
  submitLabel: string;
  initial: Wording;
  isBusy: boolean;
  serverErrors: Record<string, string>;
  /** Given to the question so far. */
  answers: number;
  onSubmit: (wording: Wording) => void;
  onClose: () => void;
};

function WordingDialog({ initial, serverErrors, answers, onSubmit, ...dialog }: WordingDialogProps) {
  const [wording, setWording] = useState(initial);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const errors = { ...serverErrors, ...issues };
  const submit = () => {
    const checked = addQuestion.body.safeParse(wording);
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) onSubmit(wording);
  };
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <Field label="Question" required error={errors.question}>
        <Textarea
          autoGrow
          value={wording.question}
          onChange={(event) => setWording({ ...wording, question: event.target.value })}
        />
      </Field>
      <Field label="Category" hint="Optional; questions of one category stand together." error={errors.category}>
        <Input
          autoComplete="off"
          value={wording.category}
          onChange={(event) => setWording({ ...wording, category: event.target.value })}
        />
      </Field>
      {answers > 0 && (
        <Notice>
          {answers === 1 ? "One owner has" : `${answers.toLocaleString()} owners have`} answered this question; the
          answers will stand under the new wording. For a different question, please add a new one.
        </Notice>
      )}
    </FormDialog>
  );
}
