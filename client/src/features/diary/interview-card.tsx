import { ArrowUp, CircleAlert, LogOut, Mic, Undo2, Volume2, VolumeX } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { useVoiceInput } from "@/domain/voice/use-voice-input.ts";
import { VoiceBar, VoiceStatus } from "@/domain/voice/voice-bar.tsx";
import { sendOnEnter } from "@/lib/send-on-enter.ts";
import type { DiaryAnswer, DiaryQuestion } from "../../../../shared/api/diary.ts";
import { limits } from "../../../../shared/limits.ts";
import type { AnswerDrafts } from "./api.ts";
import { countAnswered, currentQuestion } from "./interview.ts";
import { InterviewLog } from "./interview-log.tsx";
import { useInterview } from "./use-interview.ts";

/** After a question is asked (specification, section 9). */
const FOCUS_DELAY_MS = 500;

type InterviewCardProps = {
  agentId: string;
  petName: string;
  /** What is spoken at the microphone: BCP 47. */
  language: string;
  questions: readonly DiaryQuestion[];
  answers: readonly DiaryAnswer[];
  drafts: AnswerDrafts;
  onDraft: (questionId: string, draft: string | null) => void;
  onExit: () => void;
};

/** The diary as a talk with Will. What is typed is a draft of the diary too: it is still there after Exit. */
export function InterviewCard({ language, drafts, onDraft, onExit, ...props }: InterviewCardProps) {
  useUnlockedPlayer();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { interview, voice, send, skip, goBack } = useInterview({
    ...props,
    onSaved: (questionId) => onDraft(questionId, null),
  });
  const { phase, questions, index } = interview;
  const question = currentQuestion(interview);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void card.current?.scrollIntoView({ block: "start" });
  }, []);
  const field = useFocusLater(card, phase === "asking" ? question?.id : undefined);
  const isWaiting = phase !== "asking" && phase !== "finished";
  const before = props.answers.find(({ questionId }) => questionId === question?.id)?.answer;
  // What was just sent stays in the field only until it is saved.
  const text =
    question === undefined || phase === "replying" || phase === "pausing" ? "" : (drafts[question.id] ?? before ?? "");
  const write = (draft: string) => question && onDraft(question.id, draft);

  const microphone = useVoiceInput({
    language,
    keptAs: `interview ${props.agentId}`,
    // Otherwise it would hear Will.
    onStart: voice.hush,
    onSaid: (said) => {
      write(joined(text, said));
      send(joined(text, said));
    },
    onKept: (kept) => write(joined(text, kept)),
  });
  const isRecording = microphone.state.phase !== "idle";
  const answered = countAnswered(interview);

  return (
    <Card
      ref={card}
      aria-labelledby={titleId}
      className="h-[600px] scroll-mt-20 gap-0 overflow-hidden p-0 max-md:max-h-[calc(100dvh-6rem)] sm:p-0"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 pt-3 pb-2">
        <span
          aria-hidden="true"
          className="grid size-11 place-items-center rounded-full bg-primary-soft font-display text-primary text-xl"
        >
          W
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-xl">
            Diary interview
          </h2>
          <p className="text-ink-muted text-sm">
            {answered} of {questions.length} answered
          </p>
        </div>
        <div className="flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Will's voice"
            aria-pressed={voice.isOn}
            title={voice.isOn ? "Turn Will's voice off" : "Turn Will's voice on"}
            onClick={voice.toggle}
          >
            {voice.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
          </Button>
          <Button variant="ghost" onClick={onExit}>
            <LogOut aria-hidden="true" />
            Exit
          </Button>
        </div>
        <Progress
          className="h-1.5 basis-full"
          value={questions.length === 0 ? 100 : (100 * answered) / questions.length}
          aria-label={`${answered} of ${questions.length} questions answered`}
        />
      </header>
      <InterviewLog messages={interview.messages} isReplying={phase === "replying"} />
      <form
        className="flex flex-col gap-2 border-line border-t p-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        {phase === "finished" && <Button onClick={onExit}>Back to Regular Diary</Button>}
        <div className="flex items-end gap-2">
          <VoiceStatus voice={microphone} />
          {isRecording ? (
            <VoiceBar voice={microphone} />
          ) : (
            <>
              <Textarea
                ref={field}
                autoGrow
                rows={1}
                maxRows={4}
                aria-label={question === undefined ? "Your answer" : `Your answer to: ${question.question}`}
                placeholder={phase === "finished" ? "All done" : "Type your answer..."}
                maxLength={limits.diaryAnswer}
                value={text}
                // Not disabled while it waits, so that the focus stays.
                readOnly={isWaiting}
                disabled={phase === "finished"}
                className="min-h-13 flex-1 px-4 py-3.5"
                onChange={({ target: { value } }) => write(value)}
                onKeyDown={sendOnEnter(() => send(text))}
              />
              <Button
                variant="outline"
                size="icon"
                className="size-13"
                aria-label="Record your answer"
                disabled={phase !== "asking"}
                onClick={microphone.tap}
              >
                <Mic aria-hidden="true" />
              </Button>
              <Button
                type="submit"
                variant="secondary"
                size="icon"
                className="size-13"
                aria-label="Send answer"
                disabled={phase !== "asking" || text.trim() === ""}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
            </>
          )}
        </div>
        {microphone.hint !== null && (
          <p className="flex items-start gap-1.5 px-2 font-semibold text-danger text-sm">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {microphone.hint}
          </p>
        )}
        {phase !== "finished" && (
          // To the left: the corner belongs to the help assistant.
          <div className="flex gap-2">
            <Button
              variant="ghost"
              size="sm"
              disabled={phase !== "asking" || index === 0 || isRecording}
              onClick={goBack}
            >
              <Undo2 aria-hidden="true" />
              Previous
            </Button>
            <Button variant="ghost" size="sm" disabled={phase !== "asking" || isRecording} onClick={skip}>
              Skip
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

/** Puts the focus into the field a moment after a question, unless the person has moved on to something else. */
function useFocusLater(card: RefObject<HTMLElement | null>, questionId: string | undefined) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (questionId === undefined) return undefined;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isHere = activeElement === document.body || card.current?.contains(activeElement);
      if (isHere) field.current?.focus({ preventScroll: true });
    }, FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [card, questionId]);
  return field;
}

const joined = (text: string, said: string): string => [text.trim(), said].filter((part) => part !== "").join(" ");
