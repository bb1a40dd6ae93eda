import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { DiaryQuestion } from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { useDiaryAnswers, useDiaryQuestions, useOwnQuestions, useSaveAnswer } from "@/domain/diary/diary.ts";
import { usePetMemoryCount } from "@/domain/memory/memories.ts";

type NextQuestionProps = {
  agent: Agent;
  /** In the chat there is little room: the question is shown only when it is asked for. */
  isFolded?: boolean;
};

export function NextQuestion({ agent, isFolded = false }: NextQuestionProps) {
  const titleId = useId();
  const questions = useDiaryQuestions().data;
  const own = useOwnQuestions(agent.id).data;
  const answers = useDiaryAnswers(agent.id).data;
  const memories = usePetMemoryCount(agent.id);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(!isFolded);
  // A field that replaces a focused button or field takes its focus.
  const [isBegun, setBegun] = useState(isFolded);
  if (questions === undefined || own === undefined || answers === undefined || questions.length === 0) return null;
  const answered = new Set(answers.map(({ questionId }) => questionId));
  const open = questions.filter(({ id }) => !answered.has(id));
  const next = open.find(({ id }) => !skipped.includes(id)) ?? open[0];
  // What the owner told unasked counts too: own entries of the diary, as among its answers, and memories of the pet's life.
  const all = questions.length + own.length + memories;
  const known = all - open.length - own.filter(({ id }) => !answered.has(id)).length;
  const Heading = isFolded ? "h2" : "h3";
  const title = t`${{ name: agent.name }} knows ${known} of ${all} things`;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 rounded-card bg-surface-sunken p-4">
      <Heading id={titleId} className="wrap-anywhere font-bold font-sans text-base tracking-normal">
        {title}
      </Heading>
      <Progress value={(100 * known) / all} aria-label={title} className="h-1.5" />
      {next !== undefined && !isOpen && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => setOpen(true)}>
          {t`Answer the next question`}
        </Button>
      )}
      {next !== undefined && isOpen && (
        <NextAnswer
          key={next.id}
          agentId={agent.id}
          question={next}
          takesFocus={isBegun}
          onBegin={() => setBegun(true)}
          onSkip={
            open.length > 1 ? () => setSkipped(skipped.includes(next.id) ? [next.id] : [...skipped, next.id]) : null
          }
        />
      )}
    </section>
  );
}

type NextAnswerProps = {
  agentId: string;
  question: DiaryQuestion;
  takesFocus: boolean;
  onBegin: () => void;
  onSkip: (() => void) | null;
};

function NextAnswer({ agentId, question, takesFocus, onBegin, onSkip }: NextAnswerProps) {
  const [answer, setAnswer] = useState("");
  const save = useSaveAnswer(agentId, () => setAnswer(""));
  const isBlank = answer.trim() === "";
  const problem = tooLong(answer, limits.diaryAnswer);
  const canSave = !isBlank && problem === undefined;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !save.isPending) save.mutate({ questionId: question.id, answer: answer.trim() });
      }}
    >
      <Field label={question.question} error={problem}>
        <Textarea
          rows={1}
          autoGrow
          autoFocus={takesFocus}
          dir="auto"
          value={answer}
          readOnly={save.isPending}
          onChange={({ target }) => {
            onBegin();
            setAnswer(target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" size="sm" busy={save.isPending} disabled={!canSave}>
          {save.isPending ? t`Saving...` : t`Save`}
        </Button>
        {onSkip !== null && isBlank && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              onBegin();
              onSkip();
            }}
          >
            {t`Another question`}
          </Button>
        )}
      </div>
    </form>
  );
}
