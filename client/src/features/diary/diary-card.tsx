import { BookOpen, MessagesSquare } from "lucide-react";
import { useId, useRef, useState } from "react";
import { EmptyDiary } from "@/components/art/empty-diary.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import type { DiaryQuestion } from "../../../../shared/api/diary.ts";
import { type AnswerDrafts, useDiaryAnswers, useDiaryQuestions } from "./api.ts";
import { DiaryRow } from "./diary-row.tsx";
import { groupQuestions } from "./group-questions.ts";
import { InterviewCard } from "./interview-card.tsx";
import { PrintDiary } from "./print-diary.tsx";

type DiaryCardProps = DiaryEntriesProps & {
  petName: string;
  avatarUrl: string | null;
  language: string;
  isInteractive: boolean;
  onInteractive: (isInteractive: boolean) => void;
};

type DiaryEntriesProps = {
  agentId: string;
  drafts: AnswerDrafts;
  /** Null drops the draft. */
  onDraft: (questionId: string, draft: string | null) => void;
};

/** A saved pet's diary: the questions, and what its owner answered. */
export function DiaryCard({ petName, avatarUrl, language, isInteractive, onInteractive, ...props }: DiaryCardProps) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const cameBack = useRef(false);
  const questions = useDiaryQuestions().data ?? [];
  const answers = useDiaryAnswers(props.agentId).data;
  const canBegin = answers !== undefined && questions.length > 0;
  if (isInteractive && canBegin) {
    return (
      <InterviewCard
        {...props}
        petName={petName}
        language={language}
        questions={questions}
        answers={answers}
        onExit={() => {
          cameBack.current = true;
          setIsOpen(true);
          onInteractive(false);
        }}
      />
    );
  }
  return (
    <Card aria-labelledby={titleId} className="gap-0">
      <Collapsible open={isOpen} onOpenChange={setIsOpen}>
        <h2 id={titleId} className="text-xl">
          <CollapsibleTrigger className="min-h-14">
            <BookOpen aria-hidden="true" className="size-6 text-secondary" />
            Pet Diary
            <DiaryProgress agentId={props.agentId} />
          </CollapsibleTrigger>
        </h2>
        {canBegin && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-52 text-ink-muted">
              Rather talk it over? Will asks you the questions one by one.
            </p>
            <Button
              // It takes the place of the interview, and its focus.
              ref={(button) => {
                if (cameBack.current) button?.focus();
                cameBack.current = false;
              }}
              variant="outline"
              size="sm"
              onClick={() => onInteractive(true)}
            >
              <MessagesSquare aria-hidden="true" />
              Try Interactive Mode
            </Button>
          </div>
        )}
        {canBegin && <PrintDiary petName={petName} avatarUrl={avatarUrl} questions={questions} answers={answers} />}
        <CollapsibleContent>
          <DiaryEntries {...props} />
        </CollapsibleContent>
      </Collapsible>
    </Card>
  );
}

function DiaryProgress({ agentId }: { agentId: string }) {
  const questions = useDiaryQuestions();
  const answers = useDiaryAnswers(agentId);
  if (questions.data === undefined || answers.data === undefined) return null;
  const answered = countAnswered(questions.data, answeredIds(answers.data));
  const active = questions.data.length;
  if (answered === 0 || active === 0) return null;
  return (
    <span className="flex items-center gap-2 font-normal font-sans text-base tracking-normal">
      <Badge tone="secondary">{`${answered}/${active}`}</Badge>
      <span className="text-ink-muted text-sm">{Math.round((100 * answered) / active)}% complete</span>
    </span>
  );
}

function DiaryEntries({ agentId, drafts, onDraft }: DiaryEntriesProps) {
  const questions = useDiaryQuestions();
  const answers = useDiaryAnswers(agentId);
  if (questions.isError || answers.isError) {
    const retry = () => {
      if (questions.isError) void questions.refetch();
      if (answers.isError) void answers.refetch();
    };
    return (
      <Notice
        tone="error"
        className="mt-3"
        title="The diary could not be loaded"
        action={
          <Button variant="outline" size="sm" onClick={retry}>
            Try again
          </Button>
        }
      />
    );
  }
  if (questions.isPending || answers.isPending) return <LoadingEntries />;
  if (questions.data.length === 0) {
    return (
      <EmptyState art={<EmptyDiary />} title="No questions yet" as="h3">
        Once there are questions to answer, they appear here.
      </EmptyState>
    );
  }
  const answerOf = new Map(answers.data.map(({ questionId, answer }) => [questionId, answer]));
  return (
    <div className="mt-3 max-h-96 overflow-y-auto overscroll-contain pr-3 pl-1">
      {groupQuestions(questions.data).map(({ category, questions: members }) => (
        <section key={category} className="pb-4">
          <CategoryHeading category={category} answered={countAnswered(members, answerOf)} total={members.length} />
          <ul className="divide-y divide-line">
            {members.map((question) => (
              <DiaryRow
                key={question.id}
                agentId={agentId}
                question={question}
                answer={answerOf.get(question.id)}
                draft={drafts[question.id]}
                onDraft={(draft) => onDraft(question.id, draft)}
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
      <span className="ml-auto text-ink-muted text-sm">
        {answered} of {total}
      </span>
      <Progress
        className="h-1.5 w-24"
        value={(100 * answered) / total}
        aria-label={`${category}: ${answered} of ${total} answered`}
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

const answeredIds = (answers: readonly { questionId: string }[]) =>
  new Set(answers.map(({ questionId }) => questionId));

/** Answers to questions that are no longer asked do not count. */
function countAnswered(
  questions: readonly DiaryQuestion[],
  answered: { has: (questionId: string) => boolean },
): number {
  return questions.filter(({ id }) => answered.has(id)).length;
}
