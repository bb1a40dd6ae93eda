import { t } from "@lingui/core/macro";
import { MessageCircleQuestionMark, PencilLine } from "lucide-react";
import { memo, useEffect, useId, useRef, useState } from "react";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { limits } from "#shared/limits.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import type { DiaryEntry } from "@/domain/diary/diary.ts";
import { EntryDialog } from "@/domain/diary/entry-dialog.tsx";
import { useOpenQuestions, usePutAside } from "@/domain/diary/open-questions.ts";
import { dayName, listOf } from "@/lib/formats.ts";

export const OpenQuestionsCard = memo(function OpenQuestionsCard({
  agentId,
  petName,
}: {
  agentId: string;
  petName: string;
}) {
  const titleId = useId();
  const [entry, setEntry] = useState<DiaryEntry | null>(null);
  const open = useOpenQuestions(agentId);
  const putAside = usePutAside(agentId);
  const count = open.data?.length ?? 0;
  const heading = useFocusWhenFewer(count);
  return (
    <Card aria-labelledby={titleId} className="gap-2">
      <h2 id={titleId} ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl outline-none">
        <MessageCircleQuestionMark aria-hidden="true" className="size-6 shrink-0 text-secondary" />
        <span className="wrap-anywhere min-w-0">{t`What ${petName} could not answer`}</span>
        {count > 0 && <Badge tone="secondary">{count}</Badge>}
      </h2>
      {open.isPending && <LoadingQuestions />}
      {open.isError && (
        <LoadError
          title={t`The questions could not be loaded`}
          isBusy={open.isFetching}
          onRetry={() => void open.refetch()}
        />
      )}
      {open.isSuccess && (
        <p className="text-ink-muted">
          {count === 0
            ? t`Nothing is open. What people ask and ${petName} has no answer to appears here.`
            : t`Answer one, and ${petName} remembers it from then on.`}
        </p>
      )}
      {count > 0 && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto overscroll-contain pe-3 ps-1">
          {open.data?.map((question) => (
            <OpenQuestionRow
              key={question.id}
              question={question}
              onAnswer={() => setEntry({ question: question.question, answer: "", openQuestionId: question.id })}
              onPutAside={() => putAside.mutate(question.id)}
            />
          ))}
        </ul>
      )}
      {entry !== null && (
        <EntryDialog
          agentId={agentId}
          petName={petName}
          title={t`Answer the question`}
          entry={entry}
          onClose={() => setEntry(null)}
        />
      )}
    </Card>
  );
});

/** The focused row may have left the list. */
function useFocusWhenFewer(count: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [count]);
  return heading;
}

const LoadingQuestions = () => (
  <div aria-busy="true" className="flex flex-col gap-5 py-3">
    {[1, 2].map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
);

type OpenQuestionRowProps = { question: OpenQuestion; onAnswer: () => void; onPutAside: () => void };

function OpenQuestionRow({ question, onAnswer, onPutAside }: OpenQuestionRowProps) {
  const questionId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p
          id={questionId}
          lang={question.language}
          dir="auto"
          className="wrap-anywhere line-clamp-4 text-start font-semibold"
        >
          {question.question}
        </p>
        <p className="wrap-anywhere text-ink-muted text-sm">
          <span>{askedWords(question)}</span>
          <span aria-hidden="true">{" · "}</span>
          <time dateTime={question.lastAskedAt}>{dayName(question.lastAskedAt)}</time>
        </p>
      </div>
      <div className="flex gap-1">
        <Button variant="outline" size="sm" aria-describedby={questionId} onClick={onAnswer}>
          <PencilLine aria-hidden="true" />
          <span>{t`Answer`}</span>
        </Button>
        <Button variant="ghost" size="sm" aria-describedby={questionId} onClick={onPutAside}>
          {t`Put aside`}
        </Button>
      </div>
    </li>
  );
}

/** More names would be longer than the question. */
const NAMES_SHOWN = 3;

/** Such as 'Asked twice, by you and Robin'. */
export function askedWords({ times, askedByCaller, askedBy }: OpenQuestion): string {
  const all = [...(askedByCaller ? [t`you`] : []), ...askedBy];
  const shown = all.length > NAMES_SHOWN ? [...all.slice(0, NAMES_SHOWN - 1), t`others`] : all;
  const often = t`Asked ${{ times: oftenWords(times) }}`;
  return shown.length === 0 ? often : t`${often}, by ${{ shown: listOf(shown) }}`;
}

function oftenWords(times: number): string {
  if (times === 1) return t`once`;
  if (times === 2) return t`twice`;
  return times >= limits.openQuestions.askings ? t`${times} times or more` : t`${times} times`;
}
