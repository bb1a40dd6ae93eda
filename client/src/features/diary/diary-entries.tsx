import { t } from "@lingui/core/macro";
import { EmptyDiary } from "@/components/art/lazy-pictures.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { useDiaryAnswers, useDiaryQuestions, useOwnQuestions } from "@/domain/diary/diary.ts";
import type { AnswerDrafts } from "./api.ts";
import { DiaryRow } from "./diary-row.tsx";
import { countAnswered, groupQuestions, type PetQuestions } from "./questions.tsx";

export type DiaryEntriesProps = {
  agentId: string;
  /** Null while they are being loaded. */
  petQuestions: PetQuestions | null;
  drafts: AnswerDrafts;
  /** Null drops the draft. */
  onDraft: (questionId: string, draft: string | null) => void;
};

export function DiaryEntries({ agentId, petQuestions, drafts, onDraft }: DiaryEntriesProps) {
  const questions = useDiaryQuestions();
  const own = useOwnQuestions(agentId);
  const answers = useDiaryAnswers(agentId);
  if (questions.isError || own.isError || answers.isError) {
    const retry = () => {
      for (const query of [questions, own, answers]) if (query.isError) void query.refetch();
    };
    return <LoadError className="mt-3" title={t`The diary could not be loaded`} onRetry={retry} />;
  }
  if (questions.isPending || own.isPending || answers.isPending) return <LoadingEntries />;
  const asked = [...questions.data, ...own.data];
  if (asked.length === 0) {
    return (
      <EmptyState art={<EmptyDiary />} title={t`No questions yet`} as="h3">
        {t`Once there are questions to answer, they appear here.`}
      </EmptyState>
    );
  }
  const answerOf = new Map(answers.data.map(({ questionId, answer }) => [questionId, answer]));
  return (
    <div className="mt-3 max-h-96 overflow-y-auto overscroll-contain pe-3 ps-1">
      {groupQuestions(asked).map(({ category, questions: members }) => (
        <section key={category} className="pb-4">
          <CategoryHeading category={category} answered={countAnswered(members, answerOf)} total={members.length} />
          <ul className="divide-y divide-line">
            {members.map((question) => (
              <DiaryRow
                key={question.id}
                agentId={agentId}
                question={question}
                petQuestions={petQuestions}
                answer={answerOf.get(question.id)}
                draft={drafts[question.id]}
                onDraft={onDraft}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type CategoryHeadingProps = { category: string; answered: number; total: number };

function CategoryHeading({ category, answered, total }: CategoryHeadingProps) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface-raised py-2">
      <h3 className="text-lg">{category}</h3>
      <span className="ms-auto text-ink-muted text-sm">{t`${answered} of ${total}`}</span>
      <Progress
        className="h-1.5 w-24"
        value={(100 * answered) / total}
        aria-label={t`${category}: ${answered} of ${total} answered`}
      />
    </div>
  );
}

const LoadingEntries = () => (
  <div aria-busy="true" className="mt-4 flex flex-col gap-5">
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="w-4/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
);
