import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { listManagedQuestions, type ManagedQuestion } from "#shared/api/admin/settings/diary-questions.ts";
import { Button } from "@/components/ui/button.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { EmptyList, Loaded } from "@/features/admin/list-states.tsx";
import { call } from "@/lib/api.ts";
import { QuestionRow } from "./question-row.tsx";
import { useQuestionOrder } from "./use-question-order.ts";

const AddQuestionDialog = lazy(() => import("./question-dialogs.tsx").then((m) => ({ default: m.AddQuestionDialog })));
const EditQuestionDialog = lazy(() =>
  import("./question-dialogs.tsx").then((m) => ({ default: m.EditQuestionDialog })),
);

type OpenDialog = { kind: "add" } | { kind: "edit"; question: ManagedQuestion };

export function DiaryQuestionsCard() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useQuery({ queryKey: keys.questions, queryFn: () => call(listManagedQuestions, {}) });
  return (
    <AdminCard
      title="Diary Questions"
      description="What owners are asked, in this order. A question that is switched off keeps its answers."
      action={
        <Button variant="secondary" onClick={() => setDialog({ kind: "add" })}>
          <Plus aria-hidden="true" />
          <span>Add Question</span>
        </Button>
      }
    >
      <Loaded query={query} what="The diary questions">
        {({ questions }) =>
          questions.length === 0 ? (
            <EmptyList>No diary questions yet</EmptyList>
          ) : (
            <Questions questions={questions} onEdit={(question) => setDialog({ kind: "edit", question })} />
          )
        }
      </Loaded>
      <Suspense>
        {dialog?.kind === "add" && <AddQuestionDialog onClose={() => setDialog(null)} />}
        {dialog?.kind === "edit" && <EditQuestionDialog question={dialog.question} onClose={() => setDialog(null)} />}
      </Suspense>
    </AdminCard>
  );
}

type QuestionsProps = { questions: readonly ManagedQuestion[]; onEdit: (question: ManagedQuestion) => void };

function Questions({ questions, onEdit }: QuestionsProps) {
  const order = useQuestionOrder(questions);
  return (
    <>
      <ol
        aria-label="Diary Questions"
        className="flex max-h-128 flex-col divide-y divide-line overflow-y-auto overscroll-contain"
      >
        {order.questions.map((question, index) => (
          <QuestionRow
            key={question.id}
            question={question}
            place={index + 1}
            of={order.questions.length}
            isDragged={order.draggedId === question.id}
            onGrab={(event) => order.grab(question.id, event)}
            onMove={(steps) => order.move(question.id, steps)}
            onEdit={() => onEdit(question)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {order.announcement}
      </p>
    </>
  );
}
