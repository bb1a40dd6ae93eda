import { t } from "@lingui/core/macro";
import { LogOut, Volume2, VolumeX } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { DiaryAnswer, DiaryQuestion, InterviewSayings } from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { cn } from "@/lib/cn.ts";
import { useKeyboardInset } from "@/lib/device.ts";
import { AnswerForm } from "./answer-form.tsx";
import type { AnswerDrafts } from "./api.ts";
import { currentQuestion, type Interview, type InterviewMessage } from "./interview.ts";
import { countAnswered, type PetQuestions } from "./questions.tsx";
import { type InterviewTalk, useInterview } from "./use-interview.ts";
import type { InterviewerVoice } from "./use-interviewer-voice.ts";

type InterviewCardProps = {
  agentId: string;
  petName: string;
  birthday: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  sayings: InterviewSayings;
  answers: readonly DiaryAnswer[];
  open: readonly OpenQuestion[];
  drafts: AnswerDrafts;
  onDraft: (questionId: string, draft: string | null) => void;
  onExit: () => void;
};

/** Typed text is also a draft of the diary, so it is still there after Exit. */
export function InterviewCard({ drafts, onDraft, onExit, ...props }: InterviewCardProps) {
  useUnlockedPlayer();
  useKeyboardInset();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Void, because newer browsers return a promise, which is not a clean-up function of an effect.
    void card.current?.scrollIntoView({ block: "start" });
  }, []);
  // An open question is not in the diary, so its draft is kept here.
  const [openDrafts, setOpenDrafts] = useState<AnswerDrafts>({});
  /** What is being written to a follow-up, or to whether to go on. */
  const [decision, setDecision] = useState("");
  const isOpen = (id: string) => props.open.some((one) => one.id === id);
  const keep = (id: string, draft: string | null) => {
    if (isOpen(id)) setOpenDrafts((drafts) => ({ ...drafts, [id]: draft ?? "" }));
    else onDraft(id, draft);
    setDecision("");
  };
  const talk = useInterview({ ...props, onSaved: (id) => keep(id, null), onUndone: keep });
  const { interview, voice } = talk;
  const { phase } = interview;
  const question = currentQuestion(interview);
  // A sent answer stays in the field only until it is saved.
  const isSaved = phase === "pausing";
  const before = props.answers.find(({ questionId }) => questionId === question?.id)?.answer;
  const isFree = phase === "resting" || interview.isResting || interview.followUp !== null;
  const text =
    isFree && !isSaved
      ? decision
      : question === undefined || isSaved
        ? ""
        : ((question.isOpen ? openDrafts : drafts)[question.id] ?? before ?? "");
  const write = (draft: string) => {
    if (isFree) return setDecision(draft);
    if (question?.isOpen) setOpenDrafts({ ...openDrafts, [question.id]: draft });
    else if (question) onDraft(question.id, draft);
  };

  return (
    <Card
      ref={card}
      aria-labelledby={titleId}
      className={cn("h-[600px] scroll-mt-20 gap-0 overflow-hidden p-0 sm:p-0", WHOLE_PHONE)}
    >
      <InterviewHeader titleId={titleId} interview={interview} voice={voice} onExit={onExit} />
      <InterviewLog talk={talk} />
      <AnswerForm
        card={card}
        talk={talk}
        agentId={props.agentId}
        language={props.petQuestions.language}
        keptAs={`interview ${props.agentId}`}
        text={text}
        onWrite={write}
        onExit={onExit}
      />
    </Card>
  );
}

/** All that one sees on a phone, above its keyboard. */
const WHOLE_PHONE =
  "max-md:fixed max-md:inset-x-0 max-md:top-0 max-md:z-40 max-md:h-[calc(100dvh-var(--keyboard,0px))] max-md:rounded-none max-md:border-0 max-md:pb-[env(safe-area-inset-bottom)]";

type InterviewHeaderProps = { titleId: string; interview: Interview; voice: InterviewerVoice; onExit: () => void };

function InterviewHeader({ titleId, interview, voice, onExit }: InterviewHeaderProps) {
  const ofDiary = interview.questions.filter(({ isOpen }) => !isOpen);
  const answered = countAnswered(ofDiary, interview.answered);
  const total = ofDiary.length;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 pt-3 pb-2">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center max-[25rem]:hidden rounded-full bg-primary-soft font-display text-primary text-xl"
      >
        W
      </span>
      <div className="min-w-0 flex-1 max-[16rem]:basis-full">
        <h2 id={titleId} className="text-xl max-[25rem]:text-lg">
          {t`Diary interview`}
        </h2>
        <p className="text-ink-muted text-sm">{t`${answered} of ${total} answered`}</p>
      </div>
      <div className="flex">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Will's voice`}
          aria-pressed={voice.isOn}
          title={voice.isOn ? t`Turn Will's voice off` : t`Turn Will's voice on`}
          onClick={voice.toggle}
        >
          {voice.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        </Button>
        <Button variant="ghost" onClick={onExit}>
          <LogOut aria-hidden="true" />
          <span className="max-[20rem]:sr-only">{t`Exit`}</span>
        </Button>
      </div>
      <Progress
        className="h-1.5 basis-full"
        value={total === 0 ? 100 : (100 * answered) / total}
        aria-label={t`${answered} of ${total} questions answered`}
      />
    </header>
  );
}

function InterviewLog({ talk }: { talk: InterviewTalk }) {
  const { messages, phase } = talk.interview;
  const isReplying = phase === "saving";
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to the end with every message
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, isReplying]);
  // A keyboard that opens would hide the question.
  useEffect(() => {
    const list = log.current;
    if (list === null || !("ResizeObserver" in window)) return undefined;
    const observer = new ResizeObserver(() => {
      list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={log}
      role="log"
      aria-label={t`Interview with Will`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable without a mouse
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-3"
    >
      {messages.map((message) => (
        <Said key={message.id} message={message} talk={talk} />
      ))}
      {isReplying && <p className="animate-breathe px-1 text-ink-muted text-sm">{t`Will is writing...`}</p>}
    </div>
  );
}

type SaidProps = { message: InterviewMessage; talk: InterviewTalk };

function Said({ message, talk }: SaidProps) {
  const { role, content, spoken, petQuestion, questionId } = message;
  return (
    <>
      <p
        lang={petQuestion === null ? spoken?.language : undefined}
        className={cn(
          "max-w-[88%] whitespace-pre-line rounded-bubble px-4 py-2.5",
          role === "user"
            ? "self-end bg-secondary-soft"
            : cn("self-start", questionId === null ? "bg-surface-sunken" : "bg-primary-soft font-semibold"),
        )}
      >
        <span className="sr-only">{role === "user" ? t`You: ` : t`Will: `}</span>
        <span>{content}</span>
        {petQuestion !== null && (
          <>
            <span lang={petQuestion.language} dir="auto" className="block">
              {petQuestion.text}
            </span>
            {petQuestion.original !== null && (
              <span className="mt-1 block font-normal text-sm">{petQuestion.original}</span>
            )}
          </>
        )}
      </p>
      <Kept message={message} talk={talk} />
    </>
  );
}

/** What of the person's words is in the diary, and the way back. */
function Kept({ message: { saved, unsavedFor, ...message }, talk }: SaidProps) {
  const isBusy = talk.interview.phase === "saving";
  const asked = currentQuestion(talk.interview)?.id;
  const canSave = unsavedFor !== undefined && unsavedFor === asked && talk.interview.followUp === null;
  if (!saved && !canSave) return null;
  return (
    <div className="-mt-2 flex max-w-[88%] items-center gap-x-1 self-end text-ink-muted text-sm">
      <span className="wrap-anywhere line-clamp-2">
        {saved
          ? saved.answer === message.content
            ? t`Saved as you said it`
            : t`Saved as “${{ answer: saved.answer }}”`
          : t`Not saved`}
      </span>
      <span aria-hidden="true">·</span>
      {saved ? (
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => talk.undo({ ...message, saved })}>
          {t`Undo`}
        </Button>
      ) : (
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => talk.saveAnyway(message.content)}>
          {t`Save as my answer`}
        </Button>
      )}
    </div>
  );
}
