import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { Source } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { ChangedMeanwhile } from "@/components/ui/changed-meanwhile.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { TextEditor } from "@/components/ui/text-editor.tsx";
import {
  answersKey,
  useDiaryAnswers,
  useDiaryQuestions,
  useOwnQuestions,
  useSaveAnswer,
} from "@/domain/diary/diary.ts";
import { changedMeanwhile } from "@/lib/api.ts";

type DiarySource = Extract<Source, { kind: "diary" }>;

type AnswerCorrectionProps = {
  agentId: string;
  source: DiarySource;
  /** Null while it is not being changed. */
  draft: string | null;
  onDraft: (draft: string | null) => void;
  onSaved: () => void;
};

/** In the sheet of a reply's source, for those who keep the pet's diary. */
export function AnswerCorrection({ agentId, source, draft, onDraft, onSaved }: AnswerCorrectionProps) {
  const { isPending, isError, isFetching, retry, answer } = useSourceAnswer(agentId, source);
  if (isPending) return <Skeleton className="h-9 w-24" />;
  if (isError) return <LoadError title={t`The diary could not be loaded`} isBusy={isFetching} onRetry={retry} />;
  if (answer === undefined)
    return (
      <p className="text-ink-muted text-sm">{t`The diary says something else by now, or it was deleted there.`}</p>
    );
  if (draft === null)
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={() => onDraft(answer.answer)}>
        {t`Correct`}
      </Button>
    );
  const leave = () => {
    onDraft(null);
    onSaved();
  };
  return (
    <AnswerEditor
      label={t`What the diary should say`}
      agentId={agentId}
      questionId={answer.questionId}
      begun={source.answer}
      draft={draft}
      onDraft={onDraft}
      onSaved={leave}
      onTheirs={leave}
      onCancel={() => onDraft(null)}
    />
  );
}

function useSourceAnswer(agentId: string, source: DiarySource) {
  const parts = [useDiaryAnswers(agentId), useDiaryQuestions(), useOwnQuestions(agentId)] as const;
  const [answers, questions, own] = parts;
  const asked = [...(questions.data ?? []), ...(own.data ?? [])].find(({ question }) => question === source.question);
  const same = answers.data?.filter(({ answer }) => answer === source.answer) ?? [];
  return {
    isPending: parts.some((part) => part.isPending),
    isError: parts.some((part) => part.isError),
    isFetching: parts.some((part) => part.isFetching),
    retry: () => {
      for (const part of parts) if (part.isError) void part.refetch();
    },
    // In another language the question has other words in the list: then its answer tells.
    answer: same.find(({ questionId }) => questionId === asked?.id) ?? (same.length === 1 ? same[0] : undefined),
  };
}

type AnswerEditorProps = Pick<
  ComponentProps<typeof TextEditor>,
  "label" | "onCancel" | "saveLabel" | "cancelLabel" | "autoFocus"
> & {
  agentId: string;
  questionId: string;
  /** What stood in the diary when the change was begun. */
  begun: string;
  draft: string;
  onDraft: (draft: string) => void;
  onSaved: () => void;
  /** What somebody else saved meanwhile stays. */
  onTheirs: () => void;
  /** Something else of it is under way. */
  isBusy?: boolean;
};

/** Changes an answer of the diary. */
export function AnswerEditor({
  agentId,
  questionId,
  begun,
  draft,
  onSaved,
  onTheirs,
  isBusy = false,
  ...editor
}: AnswerEditorProps) {
  const client = useQueryClient();
  const save = useSaveAnswer(agentId, onSaved);
  const theirs = changedMeanwhile(save.error)?.answer;
  return (
    <TextEditor
      {...editor}
      limit={limits.diaryAnswer}
      text={draft}
      onChange={editor.onDraft}
      isBusy={save.isPending || isBusy}
      onSave={(answer) => save.mutate({ questionId, answer, before: { answer: begun } })}
    >
      {theirs !== undefined && (
        <ChangedMeanwhile
          fields={[{ theirs: String(theirs ?? ""), mine: draft }]}
          isBusy={save.isPending}
          onMine={() => save.mutate({ questionId, answer: draft.trim() })}
          onTheirs={() => {
            onTheirs();
            void client.invalidateQueries({ queryKey: answersKey(agentId) });
          }}
        />
      )}
    </TextEditor>
  );
}
