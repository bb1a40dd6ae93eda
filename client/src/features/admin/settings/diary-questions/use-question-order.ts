import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type ManagedQuestion, orderQuestions } from "#shared/api/admin/settings/diary-questions.ts";
import { keys, useAdminMutation } from "@/features/admin/admin-queries.ts";
import { call } from "@/lib/api.ts";

/** A drag this near to the list's edge scrolls the list. */
const EDGE_PX = 48;
const SCROLL_STEP_PX = 14;

/** In the order to show, also while a question is dragged and while the order is being saved. */
export function useQuestionOrder(questions: readonly ManagedQuestion[]) {
  const client = useQueryClient();
  const [dragged, setDragged] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const save = useAdminMutation({
    mutationFn: (ids: readonly string[]) => call(orderQuestions, { body: { ids: [...ids] } }),
    errorTitle: t`Failed to reorder questions`,
    invalidates: [keys.auditLog],
    scope: "diary-question-order",
    onSuccess: (saved) => client.setQueryData(keys.questions, saved),
  });
  const savedIds = questions.map((question) => question.id);
  const ids = dragged?.ids ?? (save.isPending ? save.variables : savedIds);
  const byId = new Map(questions.map((question) => [question.id, question]));

  const put = (next: readonly string[], id: string) => {
    if (next.every((other, index) => other === ids[index])) return;
    setAnnouncement(
      t`${{ question: byId.get(id)?.question ?? t`The question` }} is now number ${{ next: next.indexOf(id) + 1 }}`,
    );
    // Another administrator may have added a question, so the list is fetched again.
    save.mutate(next, { onError: () => void client.invalidateQueries({ queryKey: keys.questions }) });
  };

  const move = (id: string, steps: number) => put(moveTo(ids, id, ids.indexOf(id) + steps), id);

  /** The listeners are on the window, because the row moves in the page while it is dragged. */
  const grab = (id: string, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const list = event.currentTarget.closest("ol");
    let next = ids;
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (list !== null) scrollNearEdge(list, clientY);
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-question]");
      const target = next.indexOf(over?.dataset.question ?? "");
      if (target >= 0) next = moveTo(next, id, target);
      // The next movement is compared with the rendered rows, so they must be in this order by then.
      flushSync(() => setDragged({ id, ids: next }));
    };
    const stop = (isDone: boolean) => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", cancel);
      setDragged(null);
      if (isDone) put(next, id);
    };
    const drop = () => stop(true);
    const cancel = () => stop(false);
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", cancel);
    setDragged({ id, ids });
  };

  return {
    questions: ids.flatMap((id) => byId.get(id) ?? []),
    draggedId: dragged?.id,
    announcement,
    move,
    grab,
  };
}

export type QuestionOrder = ReturnType<typeof useQuestionOrder>;

/** `place` is 0-based. */
export function moveTo(ids: readonly string[], id: string, place: number): readonly string[] {
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(place, others.length));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

function scrollNearEdge(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE_PX) list.scrollTop -= SCROLL_STEP_PX;
  else if (y > bottom - EDGE_PX) list.scrollTop += SCROLL_STEP_PX;
}
