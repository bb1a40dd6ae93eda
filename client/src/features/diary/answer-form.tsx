import { t } from "@lingui/core/macro";
import { ArrowUp, Keyboard, Mic, Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { useVoiceInput } from "@/domain/voice/use-voice-input.ts";
import { VoiceBar, VoiceHint, VoiceStatus } from "@/domain/voice/voice-bar.tsx";
import { withSpoken } from "@/domain/voice/voice-state.ts";
import { bottomBar } from "@/lib/bottom-bar.ts";
import { useIsMobile } from "@/lib/device.ts";
import { sendOnEnter } from "@/lib/send-on-enter.ts";
import { canGoBack, currentQuestion, type InterviewPhase, isWaiting, openAhead } from "./interview.ts";
import type { InterviewTalk } from "./use-interview.ts";

/** The delay between a question and the focus on its field (specification, section 9). */
const FOCUS_DELAY_MS = 500;

type AnswerFormProps = {
  card: RefObject<HTMLElement | null>;
  talk: InterviewTalk;
  agentId: string;
  language: string;
  /** The name under which an unsent recording is kept. */
  keptAs: string;
  text: string;
  onWrite: (text: string) => void;
  onExit: () => void;
};

/** The form in which a question of the interview is answered, by text or voice, or skipped. */
export function AnswerForm({ card, talk, agentId, language, keptAs, text, onWrite, onExit }: AnswerFormProps) {
  const { interview, voice, send } = talk;
  const { phase } = interview;
  const question = currentQuestion(interview);
  const asked = interview.followUp?.text ?? question?.question;
  const field = useFocusLater(card, focusWanted(phase, asked));
  const microphone = useVoiceInput({
    language,
    agentId,
    keptAs,
    // Otherwise the microphone would hear the interviewer.
    onStart: voice.hush,
    onSaid: (said) => {
      const whole = withSpoken(text, said);
      onWrite(whole);
      if (tooLong(whole, limits.diaryAnswer) === undefined) send(whole);
    },
    onKept: (kept) => onWrite(withSpoken(text, kept)),
  });
  const isRecording = microphone.state.at !== "closed";
  const isTooLong = tooLong(text, limits.diaryAnswer) !== undefined;
  const [isTyping, setIsTyping] = useState(false);
  const isPhone = useIsMobile();
  const isSpoken = isPhone && !isTyping && text === "" && phase !== "finished";
  // Within the tap, so that a phone shows its keyboard.
  useEffect(() => {
    if (isTyping && isPhone) field.current?.focus({ preventScroll: true });
  }, [isTyping, isPhone, field]);
  const sendTyped = () => {
    if (!isTooLong) send(text);
  };

  return (
    <form
      // A notice stands above it, not over the microphone.
      ref={isPhone ? bottomBar : null}
      className="flex flex-col gap-2 border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        sendTyped();
      }}
    >
      {phase === "finished" && <Button onClick={onExit}>{t`Back to Regular Diary`}</Button>}
      <div className="flex items-end gap-2">
        <VoiceStatus voice={microphone} />
        {isRecording && <VoiceBar voice={microphone} />}
        {isSpoken && !isRecording && <SpeakButtons talk={talk} onRecord={microphone.tap} />}
        {!isRecording && !isSpoken && (
          <>
            <Textarea
              ref={field}
              autoGrow
              rows={1}
              maxRows={4}
              aria-label={asked === undefined || phase === "resting" ? t`Your answer` : t`Your answer to: ${asked}`}
              placeholder={phase === "finished" ? t`All done` : t`Type your answer...`}
              aria-invalid={isTooLong}
              value={text}
              // Read-only and not disabled while it waits, so that the focus stays.
              readOnly={!isWaiting(phase) && phase !== "finished"}
              disabled={phase === "finished"}
              className="min-h-13 flex-1 px-4 py-3.5"
              onFocus={() => setIsTyping(true)}
              onChange={({ target: { value } }) => onWrite(value)}
              onKeyDown={sendOnEnter(sendTyped)}
            />
            <SendButtons phase={phase} canSend={text.trim() !== "" && !isTooLong} onRecord={microphone.tap} />
          </>
        )}
      </div>
      <TooLongNote text={text} limit={limits.diaryAnswer} className="px-2" />
      {microphone.hint !== null && <VoiceHint hint={microphone.hint} className="px-2" />}
      {phase === "resting" && <GoOnOrStop onGoOn={talk.goOn} onStop={() => send("Stop for today")} />}
      {isSpoken && !isRecording && (
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setIsTyping(true)}>
          <Keyboard aria-hidden="true" />
          <span>{t`Type instead`}</span>
        </Button>
      )}
      {phase !== "finished" && phase !== "resting" && (!isSpoken || isRecording) && (
        <OtherQuestions talk={talk} isRecording={isRecording} />
      )}
    </form>
  );
}

const focusWanted = (phase: InterviewPhase, questionId: string | undefined): string | undefined =>
  phase === "resting" ? "resting" : phase === "asking" ? questionId : undefined;

const GoOnOrStop = ({ onGoOn, onStop }: { onGoOn: () => void; onStop: () => void }) => (
  <div className="flex gap-2">
    <Button variant="secondary" size="sm" onClick={onGoOn}>
      {t`Go on`}
    </Button>
    <Button variant="outline" size="sm" onClick={onStop}>
      {t`Stop for today`}
    </Button>
  </div>
);

/** On a phone, where speaking comes first: the microphone between the ways to other questions. */
function SpeakButtons({ talk, onRecord }: { talk: InterviewTalk; onRecord: () => void }) {
  const { phase } = talk.interview;
  return (
    <div className="grid flex-1 grid-cols-[1fr_auto_1fr] items-center gap-2">
      <div className="justify-self-start">
        {phase !== "resting" && (
          <Button
            variant="ghost"
            size="sm"
            disabled={phase !== "asking" || !canGoBack(talk.interview)}
            onClick={talk.goBack}
          >
            <Undo2 aria-hidden="true" />
            <span>{t`Previous`}</span>
          </Button>
        )}
      </div>
      <Button
        variant="secondary"
        size="icon"
        className="size-20 rounded-full"
        aria-label={t`Record your answer`}
        disabled={!isWaiting(phase)}
        onClick={onRecord}
      >
        <Mic aria-hidden="true" className="size-9" />
      </Button>
      <div className="flex flex-col items-end justify-self-end">
        {phase !== "resting" && (
          <Button variant="ghost" size="sm" disabled={phase !== "asking"} onClick={talk.skip}>
            {t`Skip`}
          </Button>
        )}
        {phase !== "resting" && openAhead(talk.interview).length > 0 && (
          <Button variant="ghost" size="sm" disabled={phase !== "asking"} onClick={talk.askOpen}>
            {t`What people asked`}
          </Button>
        )}
      </div>
    </div>
  );
}

type SendButtonsProps = { phase: InterviewPhase; canSend: boolean; onRecord: () => void };

function SendButtons({ phase, canSend, onRecord }: SendButtonsProps) {
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        className="size-13"
        aria-label={t`Record your answer`}
        disabled={!isWaiting(phase)}
        onClick={onRecord}
      >
        <Mic aria-hidden="true" />
      </Button>
      <Button
        type="submit"
        variant="secondary"
        size="icon"
        className="size-13"
        aria-label={t`Send answer`}
        disabled={!isWaiting(phase) || !canSend}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
    </>
  );
}

/** The buttons to go back, to skip, and for what people asked. */
function OtherQuestions({ talk, isRecording }: { talk: InterviewTalk; isRecording: boolean }) {
  const { phase } = talk.interview;
  const isBusy = phase !== "asking" || isRecording;
  return (
    <div className="flex gap-2">
      <Button variant="ghost" size="sm" disabled={isBusy || !canGoBack(talk.interview)} onClick={talk.goBack}>
        <Undo2 aria-hidden="true" />
        <span>{t`Previous`}</span>
      </Button>
      <Button variant="ghost" size="sm" disabled={isBusy} onClick={talk.skip}>
        {t`Skip`}
      </Button>
      {openAhead(talk.interview).length > 0 && (
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={talk.askOpen}>
          {t`What people asked`}
        </Button>
      )}
    </div>
  );
}

/** Moves the focus to the field a moment after a question, unless the person has moved it elsewhere. */
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
