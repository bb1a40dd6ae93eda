import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { memo, useId, useRef, useState } from "react";
import type { DiaryQuestion } from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { ChangedMeanwhile } from "@/components/ui/changed-meanwhile.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { answersKey, useSaveAnswer } from "@/domain/diary/diary.ts";
import { changedMeanwhile } from "@/lib/api.ts";
import type { Elements } from "@/lib/elements.ts";
import { useDeleteAnswer } from "./api.ts";
import { type PetQuestions, PetWords } from "./questions.tsx";

type DiaryRowProps = {
  agentId: string;
  question: DiaryQuestion;
  petQuestions: PetQuestions | null;
  answer: string | undefined;
  /** The text of the open editor; undefined while the row only shows the answer. */
  draft: string | undefined;
  onDraft: (questionId: string, draft: string | null) => void;
};

/** Memoized, because there are dozens of rows. */
export const DiaryRow = memo(function DiaryRow({
  agentId,
  question,
  petQuestions,
  answer,
  draft,
  onDraft,
}: DiaryRowProps) {
  const questionId = useId();
  // An editor that opens for a restored draft must not take the focus.
  const openedHere = useRef(false);
  const closedHere = useRef(false);
  const write = (text: string | null) => onDraft(question.id, text);
  const close = () => {
    closedHere.current = true;
    write(null);
  };
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (closedHere.current) button?.focus();
    closedHere.current = false;
  };
  const client = useQueryClient();
  const save = useSaveAnswer(agentId, close);
  const theirs = changedMeanwhile(save.error)?.answer;
  const begun = useRef(answer ?? "");
  const edit = (text: string) => {
    openedHere.current = true;
    begun.current = answer ?? "";
    save.reset();
    write(text);
  };
  const body = (text: string) => ({ questionId: question.id, answer: text.trim() });
  return (
    <li className="flex flex-col gap-2 py-3">
      <p id={questionId} className="font-semibold">
        {question.question}
      </p>
      <PetWords petQuestions={petQuestions} questionId={question.id} />
      {draft !== undefined ? (
        <AnswerEditor
          question={question.question}
          text={draft}
          busy={save.isPending}
          takesFocus={openedHere.current}
          onChange={write}
          onSave={() => save.mutate({ ...body(draft), before: { answer: begun.current } })}
          onCancel={close}
        >
          {theirs !== undefined && (
            <ChangedMeanwhile
              fields={[{ theirs: String(theirs ?? ""), mine: draft }]}
              isBusy={save.isPending}
              onMine={() => save.mutate(body(draft))}
              onTheirs={() => {
                close();
                void client.invalidateQueries({ queryKey: answersKey(agentId) });
              }}
            />
          )}
        </AnswerEditor>
      ) : answer === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-muted">{t`No answer yet`}</p>
          <Button ref={takeFocus} variant="outline" size="sm" aria-describedby={questionId} onClick={() => edit("")}>
            <Plus aria-hidden="true" />
            <span>{t`Add Answer`}</span>
          </Button>
        </div>
      ) : (
        <SavedAnswer
          agentId={agentId}
          question={question}
          answer={answer}
          editRef={takeFocus}
          onEdit={() => edit(answer)}
        />
      )}
    </li>
  );
});

type AnsweredProps = {
  agentId: string;
  question: DiaryQuestion;
  answer: string;
  editRef: (button: HTMLButtonElement | null) => void;
  onEdit: () => void;
};

function SavedAnswer({ agentId, question, answer, editRef, onEdit }: AnsweredProps) {
  const answerId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useDeleteAnswer(agentId);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <p id={answerId} className="min-w-0 flex-1 basis-56 whitespace-pre-line text-ink-muted">
        {answer}
      </p>
      <div className="-me-2 ms-auto flex">
        <Button ref={editRef} variant="ghost" size="sm" aria-describedby={answerId} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <span>{t`Edit`}</span>
        </Button>
        <Button variant="ghost" size="sm" aria-describedby={answerId} onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden="true" />
          <span>{t`Delete`}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t`Delete Answer?`}
        description={t`The answer to “${{ question: question.question }}” leaves the diary, and your pet no longer remembers it.`}
        confirmLabel={removal.isPending ? t`Deleting...` : t`Delete`}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(question.id, { onSuccess: () => setIsAsking(false) })}
      />
    </div>
  );
}

type AnswerEditorProps = {
  question: string;
  text: string;
  busy: boolean;
  takesFocus: boolean;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
  children?: Elements;
};

function AnswerEditor({ question, text, busy, takesFocus, onChange, children, ...on }: AnswerEditorProps) {
  const id = useId();
  const isTooLong = tooLong(text, limits.diaryAnswer) !== undefined;
  const wantsFocus = useRef(takesFocus);
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {t`Answer to: ${question}`}
      </label>
      <Textarea
        id={id}
        ref={(field) => {
          if (wantsFocus.current) field?.focus();
          wantsFocus.current = false;
        }}
        value={text}
        readOnly={busy}
        aria-invalid={isTooLong}
        autoGrow
        placeholder={t`Tell it as your pet would...`}
        onChange={(event) => onChange(event.target.value)}
      />
      <TooLongNote text={text} limit={limits.diaryAnswer} />
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          busy={busy}
          disabled={text.trim() === "" || isTooLong}
          onClick={on.onSave}
        >
          {t`Save`}
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={on.onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
