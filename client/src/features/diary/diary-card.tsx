import { t } from "@lingui/core/macro";
import { BookOpen, MessagesSquare } from "lucide-react";
import { memo, type RefCallback, Suspense, useId, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useDiaryAnswers, useDiaryQuestions, useOwnQuestions } from "@/domain/diary/diary.ts";
import { useOpenQuestions } from "@/domain/diary/open-questions.ts";
import { lazyComponent } from "@/lib/part.ts";
import { DiaryEntries, type DiaryEntriesProps } from "./diary-entries.tsx";
import { PrintDiary } from "./printed-diary.tsx";
import { countAnswered, useInterviewSayings, usePetQuestions } from "./questions.tsx";

const InterviewCard = lazyComponent(() => import("./interview-card.tsx").then((m) => m.InterviewCard));

type DiaryCardProps = Omit<DiaryEntriesProps, "petQuestions"> & {
  petName: string;
  avatarUrl: string | null;
  species: string | null;
  birthday: string | null;
  language: string;
  isInteractive: boolean;
  onInteractive: (isInteractive: boolean) => void;
};

export const DiaryCard = memo(function DiaryCard({
  petName,
  avatarUrl,
  species,
  birthday,
  language,
  isInteractive,
  onInteractive,
  ...props
}: DiaryCardProps) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const cameBack = useRef(false);
  const questions = useDiaryQuestions().data ?? [];
  const own = useOwnQuestions(props.agentId).data ?? [];
  const answers = useDiaryAnswers(props.agentId).data;
  const open = useOpenQuestions(props.agentId).data ?? [];
  const petQuestions = usePetQuestions(language, species);
  const sayings = useInterviewSayings(language, isInteractive);
  const canBegin = answers !== undefined && questions.length > 0 && petQuestions !== null;
  const exit = () => {
    cameBack.current = true;
    setIsOpen(true);
    onInteractive(false);
  };
  if (isInteractive && canBegin && sayings.data === undefined)
    return <InterviewLoading onExit={exit} {...(sayings.isError ? { onRetry: sayings.refetch } : {})} />;
  if (isInteractive && canBegin && sayings.data !== undefined) {
    return (
      <Suspense fallback={<InterviewLoading />}>
        <InterviewCard
          {...props}
          petName={petName}
          birthday={birthday}
          questions={questions}
          petQuestions={petQuestions}
          sayings={sayings.data}
          answers={answers}
          open={open}
          onExit={exit}
        />
      </Suspense>
    );
  }
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (cameBack.current) button?.focus();
    cameBack.current = false;
  };
  return (
    <Card aria-labelledby={titleId} className="gap-0">
      <Collapsible open={isOpen} onOpenChange={setIsOpen}>
        <h2 id={titleId} className="text-xl">
          <CollapsibleTrigger className="min-h-14">
            <BookOpen aria-hidden="true" className="size-6 text-secondary" />
            <span>{t`Pet Diary`}</span>
            <DiaryProgress agentId={props.agentId} />
          </CollapsibleTrigger>
        </h2>
        {canBegin && <Invitation buttonRef={takeFocus} onAccept={() => onInteractive(true)} />}
        {canBegin && (
          <PrintDiary
            agentId={props.agentId}
            petName={petName}
            avatarUrl={avatarUrl}
            species={species}
            questions={[...questions, ...own]}
            petQuestions={petQuestions}
            answers={answers}
          />
        )}
        <CollapsibleContent>
          <DiaryEntries {...props} petQuestions={petQuestions} />
        </CollapsibleContent>
      </Collapsible>
    </Card>
  );
});

/** As high as the interview, so that nothing moves when it comes. */
const InterviewLoading = ({ onRetry, onExit }: { onRetry?: () => void; onExit?: () => void }) => (
  <Card className="h-[600px] place-content-center items-center max-md:fixed max-md:inset-0 max-md:z-40 max-md:h-dvh max-md:rounded-none">
    {onRetry === undefined ? (
      <Spinner label={t`Loading the interview`} className="size-8 text-primary" />
    ) : (
      <>
        <LoadError title={t`Will can't be reached`} onRetry={onRetry} />
        <Button variant="ghost" onClick={onExit}>
          {t`Exit`}
        </Button>
      </>
    )}
  </Card>
);

type InvitationProps = { buttonRef: RefCallback<HTMLButtonElement>; onAccept: () => void };

function Invitation({ buttonRef, onAccept }: InvitationProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-ink-muted">
        {t`Rather talk it over? Will asks you the questions one by one.`}
      </p>
      <Button ref={buttonRef} variant="outline" size="sm" onClick={onAccept}>
        <MessagesSquare aria-hidden="true" />
        <span>{t`Try Interactive Mode`}</span>
      </Button>
    </div>
  );
}

function DiaryProgress({ agentId }: { agentId: string }) {
  const questions = useDiaryQuestions();
  const own = useOwnQuestions(agentId);
  const answers = useDiaryAnswers(agentId);
  if (questions.data === undefined || own.data === undefined || answers.data === undefined) return null;
  const counted = [...questions.data, ...own.data];
  const answered = countAnswered(counted, new Set(answers.data.map(({ questionId }) => questionId)));
  const active = counted.length;
  if (answered === 0 || active === 0) return null;
  return (
    <span className="flex items-center gap-2 font-normal font-sans text-base tracking-normal">
      <Badge tone="secondary">{`${answered}/${active}`}</Badge>
      <span className="text-ink-muted text-sm">{t`${{ percent: Math.round((100 * answered) / active) }}% complete`}</span>
    </span>
  );
}
