import { t } from "@lingui/core/macro";
import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { serverMessageOf } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { type DiaryEntry, useAddEntry } from "./diary.ts";

export type EntryPanelProps = {
  agentId: string;
  petName: string;
  title: string;
  entry: DiaryEntry;
  onClose: () => void;
};

export function EntryPanel({ agentId, petName, title, entry, onClose }: EntryPanelProps) {
  const [question, setQuestion] = useState(() => entry.question.trim());
  const [answer, setAnswer] = useState(entry.answer);
  const adding = useAddEntry(agentId, () => {
    onClose();
    toast({ title: t`Added to the diary`, description: t`From now on ${petName} remembers it.` });
  });
  const problems = { question: tooLong(question, limits.diaryQuestion), answer: tooLong(answer, limits.diaryAnswer) };
  const isBlank = question.trim() === "" || answer.trim() === "";
  const canSave = !isBlank && problems.question === undefined && problems.answer === undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !adding.isPending && onClose()}
      title={title}
      description={
        entry.answer === ""
          ? t`What ${petName} says when someone asks this.`
          : t`What ${petName} says when someone asks this. Correct it as you like.`
      }
      footer={
        <>
          <Button variant="outline" disabled={adding.isPending} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            variant="secondary"
            busy={adding.isPending}
            disabled={!canSave}
            onClick={() => adding.mutate({ ...entry, question: question.trim(), answer: answer.trim() })}
          >
            {adding.isPending ? t`Saving...` : t`Save to the diary`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {adding.isError && (
          <Notice tone="error" title={t`The entry could not be saved`}>
            {serverMessageOf(adding.error) ?? t`Please check your connection and try again.`}
          </Notice>
        )}
        <Field label={t`Question`} error={problems.question}>
          <Textarea
            rows={2}
            autoGrow
            dir="auto"
            value={question}
            readOnly={adding.isPending}
            onChange={({ target }) => setQuestion(target.value)}
          />
        </Field>
        <Field label={t`${petName}'s answer`} error={problems.answer}>
          <Textarea
            rows={4}
            autoGrow
            maxRows={12}
            dir="auto"
            {...(entry.answer === "" ? { "data-first-field": true } : {})}
            value={answer}
            readOnly={adding.isPending}
            placeholder={t`Tell it as your pet would...`}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
