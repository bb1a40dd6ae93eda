import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type PointerEvent, type ReactNode, useId } from "react";
import { type ManagedQuestion, updateQuestion } from "#shared/api/admin/settings/diary-questions.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { diaryQuestionsKey } from "@/domain/diary/questions.ts";
import { keys } from "@/features/admin/keys.ts";
import { useAdminMutation } from "@/features/admin/use-admin-mutation.ts";
import { call } from "@/lib/api.ts";
import { cn } from "@/lib/cn.ts";

type QuestionRowProps = {
  question: ManagedQuestion;
  place: number;
  of: number;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMove: (steps: number) => void;
  onEdit: () => void;
};

export function QuestionRow({ question, place, of, isDragged, onGrab, onMove, onEdit }: QuestionRowProps) {
  const textId = useId();
  const activation = useAdminMutation({
    mutationFn: (isActive: boolean) => call(updateQuestion, { params: { id: question.id }, body: { isActive } }),
    errorTitle: "Failed to update question",
    invalidates: [keys.questions, keys.auditLog, diaryQuestionsKey],
  });
  return (
    <li
      data-question={question.id}
      className={cn("flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pr-2", isDragged && "bg-primary-soft")}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2">
        {/* The drag handle is for pointers only; the two buttons do the same by keyboard. */}
        <span
          aria-hidden="true"
          title="Drag to reorder"
          onPointerDown={onGrab}
          className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-ink-muted active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
        <div className={cn("min-w-0 flex-1", !question.isActive && "text-ink-muted")}>
          <p id={textId} className="wrap-anywhere">
            <span className="font-bold tabular-nums">{`${place}.`}</span>
            <span>{` ${question.question}`}</span>
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-ink-muted text-sm">
            {question.category && <Badge tone="secondary">{question.category}</Badge>}
            {!question.isActive && <Badge tone="danger">Off</Badge>}
            <span>
              {`${question.answerCount.toLocaleString()} ${question.answerCount === 1 ? "answer" : "answers"}`}
            </span>
          </p>
        </div>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <MoveButton label="Move up" isOff={place === 1} textId={textId} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </MoveButton>
        <MoveButton label="Move down" isOff={place === of} textId={textId} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </MoveButton>
        <Button variant="outline" size="sm" aria-describedby={textId} onClick={onEdit}>
          Edit
        </Button>
        <Switch
          aria-label="Asked"
          aria-describedby={textId}
          className="ml-2"
          checked={activation.isPending ? activation.variables : question.isActive}
          disabled={activation.isPending}
          onCheckedChange={(isActive) => activation.mutate(isActive)}
        />
      </div>
    </li>
  );
}

type MoveButtonProps = {
  label: string;
  isOff: boolean;
  textId: string;
  onClick: () => void;
  children: ReactNode;
};

/** At the end of the list it is inactive but not `disabled`, so that it keeps the focus for the next key. */
const MoveButton = ({ label, isOff, textId, onClick, children }: MoveButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    aria-describedby={textId}
    aria-disabled={isOff || undefined}
    onClick={() => {
      if (!isOff) onClick();
    }}
  >
    {children}
  </Button>
);
