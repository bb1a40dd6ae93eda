import { PencilLine } from "lucide-react";
import { useId } from "react";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { dayName } from "@/lib/dates.ts";

type OpenQuestionRowProps = { question: OpenQuestion; onAnswer: () => void; onPutAside: () => void };

export function OpenQuestionRow({ question, onAnswer, onPutAside }: OpenQuestionRowProps) {
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
          <span>Answer</span>
        </Button>
        <Button variant="ghost" size="sm" aria-describedby={questionId} onClick={onPutAside}>
          Put aside
        </Button>
      </div>
    </li>
  );
}

const names = new Intl.ListFormat("en", { type: "conjunction" });
/** More names would be longer than the question. */
const NAMES_SHOWN = 3;

/** Such as 'Asked twice, by you and Robin'. */
export function askedWords({ times, askedByCaller, askedBy }: OpenQuestion): string {
  const all = [...(askedByCaller ? ["you"] : []), ...askedBy];
  const shown = all.length > NAMES_SHOWN ? [...all.slice(0, NAMES_SHOWN - 1), "others"] : all;
  const often = `Asked ${oftenWords(times)}`;
  return shown.length === 0 ? often : `${often}, by ${names.format(shown)}`;
}

function oftenWords(times: number): string {
  if (times === 1) return "once";
  if (times === 2) return "twice";
  return times >= limits.openQuestions.askings ? `${times} times or more` : `${times} times`;
}
