import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from "lucide-react";
import {
  listManagedQuestions,
  type ManagedQuestion,
  updateQuestion,
} from "#shared/api/admin/settings/diary-questions.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { diaryQuestionsKey } from "@/domain/diary/diary.ts";
import { AddButton, AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { EmptyList, QueryContent } from "@/features/admin/resource-list.tsx";
import { Row, RowButton, RowSwitch } from "@/features/admin/row.tsx";
import { call } from "@/lib/api.ts";
import { cn } from "@/lib/cn.ts";
import { lazyComponent } from "@/lib/part.ts";
import { type QuestionOrder, useQuestionOrder } from "./use-question-order.ts";

const AddQuestionDialog = lazyComponent(() => import("./question-dialogs.tsx").then((m) => m.AddQuestionDialog));
const EditQuestionDialog = lazyComponent(() => import("./question-dialogs.tsx").then((m) => m.EditQuestionDialog));

export function DiaryQuestionsCard() {
  const query = useQuery({ queryKey: keys.questions, queryFn: () => call(listManagedQuestions, {}) });
  return (
    <AdminCard
      title={t`Diary Questions`}
      description={t`What owners are asked, in this order. A question that is switched off keeps its answers.`}
      action={
        <AddButton variant="secondary" dialog={<AddQuestionDialog />}>
          {t`Add Question`}
        </AddButton>
      }
    >
      <QueryContent query={query} what={t`The diary questions`}>
        {({ questions }) =>
          questions.length === 0 ? (
            <EmptyList>{t`No diary questions yet`}</EmptyList>
          ) : (
            <Questions questions={questions} />
          )
        }
      </QueryContent>
    </AdminCard>
  );
}

function Questions({ questions }: { questions: readonly ManagedQuestion[] }) {
  const order = useQuestionOrder(questions);
  return (
    <>
      <ol
        aria-label={t`Diary Questions`}
        className="flex max-h-128 flex-col divide-y divide-line overflow-y-auto overscroll-contain"
      >
        {order.questions.map((question, index) => (
          <QuestionRow key={question.id} question={question} index={index} order={order} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {order.announcement}
      </p>
    </>
  );
}

type QuestionRowProps = { question: ManagedQuestion; index: number; order: QuestionOrder };

function QuestionRow({ question, index, order }: QuestionRowProps) {
  const { id, isActive, answerCount } = question;
  return (
    <Row
      data-question={id}
      className={cn("py-3 pe-2", order.draggedId === id && "bg-primary-soft")}
      // The drag handle is for pointers only; the two buttons do the same by keyboard.
      icon={
        <span
          aria-hidden="true"
          title={t`Drag to reorder`}
          onPointerDown={(event) => order.grab(id, event)}
          className="grid size-11 shrink-0 cursor-grab touch-none place-items-center self-center text-ink-muted active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
      }
      name={
        <span className={cn("font-normal", !isActive && "text-ink-muted")}>
          <span className="font-bold tabular-nums">{`${index + 1}.`}</span>
          <span>{` ${question.question}`}</span>
        </span>
      }
      actions={
        <>
          <MoveButton label={t`Move up`} Icon={ArrowUp} isOff={index === 0} onMove={() => order.move(id, -1)} />
          <MoveButton
            label={t`Move down`}
            Icon={ArrowDown}
            isOff={index === order.questions.length - 1}
            onMove={() => order.move(id, 1)}
          />
          <RowButton dialog={<EditQuestionDialog question={question} />}>{t`Edit`}</RowButton>
          <RowSwitch
            label={t`Asked`}
            isOn={isActive}
            mutationFn={(isActive) => call(updateQuestion, { params: { id }, body: { isActive } })}
            errorTitle={t`Failed to update question`}
            invalidates={[keys.questions, keys.auditLog, diaryQuestionsKey]}
          />
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-sm">
        {question.category && (
          <Badge tone="secondary">
            <bdi>{question.category}</bdi>
          </Badge>
        )}
        {!isActive && <Badge tone="danger">{t`Off`}</Badge>}
        <span>{plural(answerCount, { one: "# answer", other: "# answers" })}</span>
      </p>
    </Row>
  );
}

type MoveButtonProps = { label: string; Icon: LucideIcon; isOff: boolean; onMove: () => void };

/** At the end of the list it is not `disabled`, so that it keeps the focus for the next key. */
const MoveButton = ({ label, Icon, isOff, onMove }: MoveButtonProps) => (
  <RowButton
    variant="ghost"
    size="icon"
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={() => {
      if (!isOff) onMove();
    }}
  >
    <Icon aria-hidden="true" />
  </RowButton>
);
