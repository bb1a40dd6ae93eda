import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUp, Mic, Pencil, Square, WifiOff } from "lucide-react";
import { type RefObject, useEffect, useId } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { microphoneHints } from "@/domain/voice/microphone-trouble.ts";
import { useVoiceInput } from "@/domain/voice/use-voice-input.ts";
import { VoiceBar, VoiceHint, VoiceStatus } from "@/domain/voice/voice-bar.tsx";
import { withSpoken } from "@/domain/voice/voice-state.ts";
import { bottomBar } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";
import { sendOnEnter } from "@/lib/send-on-enter.ts";
import { DailyLimitNote } from "./daily-limit-note.tsx";
import type { Question } from "./use-chat-stream.ts";
import { recordingOf } from "./use-draft.ts";
import { useFocusAfter, useFocusAtFirst } from "./use-focus-after.ts";

const SENDING_HINT = t`Tap Send when you are done`;
const RECORDING_HINT = t`Tap this button to record your question and then when done tap it again to send`;

type ComposerProps = {
  agent: Agent;
  sessionId: string;
  draft: string;
  onDraft: (text: string) => void;
  /** A reply is awaited or under way. */
  isPending: boolean;
  isStopping: boolean;
  /** The question waits for a network. */
  isWaiting: boolean;
  hasMessages: boolean;
  onSend: (question: Question) => void;
  onStop: () => void;
  /** The draft is the last question in other words. */
  isEditing: boolean;
  onCancelEdit: () => void;
  /** Left out where the last question can't be changed. */
  onEditLast: (() => void) | undefined;
  /** Called when a recording begins: the pet has to be silent, or the microphone would hear it. */
  onListen: () => void;
};

export function Composer({ agent, sessionId, draft, onDraft, isPending, hasMessages, ...props }: ComposerProps) {
  const { isStopping, onSend, onStop, onListen, isEditing, onCancelEdit, onEditLast } = props;
  const hintId = useId();
  const send = (text: string, isSpoken: boolean) => {
    const trimmed = text.trim();
    if (tooLong(trimmed, limits.message) !== undefined) return onDraft(text);
    if (trimmed === "" || isPending) return;
    onDraft("");
    onSend({ text: trimmed, isSpoken });
  };
  const voice = useVoiceInput({
    language: agent.language,
    agentId: agent.id,
    keptAs: recordingOf(sessionId),
    onStart: onListen,
    onSaid: (said) => (isPending ? onDraft(withSpoken(draft, said)) : send(withSpoken(draft, said), true)),
    onKept: (kept) => onDraft(withSpoken(draft, kept)),
  });
  const isSpeaking = voice.state.at !== "closed";
  const isRecording = voice.state.at === "listening";
  const field = useFocusAfter(isPending);
  useFocusAtFirst(field);
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing, field]);
  const microphone = useFocusAfter<HTMLButtonElement>(isSpeaking, { onTouchToo: true });
  const isEmpty = draft.trim() === "";
  const isTooLong = tooLong(draft, limits.message) !== undefined;

  return (
    <form
      ref={bottomBar}
      className="mt-(--toast) border-line border-t bg-surface-raised px-3 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft, false);
      }}
    >
      <DailyLimitNote name={agent.name} isPending={isPending} />
      <WaitingNote isWaiting={props.isWaiting} />
      {isEditing && <EditingNote onCancel={onCancelEdit} />}
      <TooLongNote text={draft} limit={limits.message} className="mx-auto mb-2 max-w-3xl px-2" />
      <div className="mx-auto flex max-w-3xl items-end justify-end gap-2 max-[16rem]:flex-wrap">
        <VoiceStatus voice={voice} />
        {isSpeaking ? (
          <VoiceBar voice={voice} />
        ) : (
          <>
            <Textarea
              ref={field}
              autoGrow
              rows={1}
              maxRows={6}
              aria-label={t`Message to ${{ name: agent.name }}`}
              placeholder={t`Ask ${{ name: agent.name }}...`}
              enterKeyHint="send"
              aria-invalid={isTooLong}
              value={draft}
              disabled={isPending}
              className="min-h-13 flex-1 rounded-bubble px-4 py-3.5 max-[16rem]:basis-full"
              onChange={(event) => onDraft(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape" && isEditing) onCancelEdit();
                else if (event.key === "ArrowUp" && draft === "" && onEditLast !== undefined) {
                  event.preventDefault();
                  onEditLast();
                } else sendOnEnter(() => send(draft, false))(event);
              }}
            />
            {isPending ? (
              <StopButton isStopping={isStopping} onStop={onStop} />
            ) : (
              <SendButtons
                microphone={microphone}
                hintId={hintId}
                isEmpty={isEmpty}
                canSend={!isEmpty && !isTooLong}
                onRecord={voice.tap}
              />
            )}
          </>
        )}
      </div>
      <div className="mx-auto flex max-w-3xl flex-wrap justify-between gap-x-6 px-2 pt-1.5 text-ink-muted text-xs">
        {voice.hint === null ? (
          <p
            id={hintId}
            className={cn(voice.state.at === "kept" && "hidden", hasMessages && !isSpeaking && "max-sm:hidden")}
          >
            {isRecording ? SENDING_HINT : window.isSecureContext === false ? microphoneHints.insecure : RECORDING_HINT}
          </p>
        ) : (
          <VoiceHint id={hintId} hint={voice.hint} />
        )}
        <p className="wrap-anywhere">{t`${{ name: agent.name }} is an AI. It can be wrong.`}</p>
      </div>
    </form>
  );
}

function WaitingNote({ isWaiting }: { isWaiting: boolean }) {
  // Always mounted, because screen readers announce only changes in an element that was there before.
  return (
    <div role="status">
      {isWaiting && (
        <p className="mx-auto mb-2.5 flex max-w-3xl items-start gap-2 rounded-control bg-warning-soft px-3 py-2 text-sm">
          <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>{t`You are offline. Your question waits here, and goes as soon as the network is back.`}</span>
        </p>
      )}
    </div>
  );
}

function EditingNote({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="mx-auto mb-2 flex max-w-3xl items-center gap-2 px-2 text-ink-muted text-sm">
      <Pencil aria-hidden="true" className="size-4 shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        <Trans>
          Your last question in other words. <span className="max-sm:hidden">The old one is kept.</span>
        </Trans>
      </p>
      <Button variant="ghost" size="sm" className="min-h-11" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </div>
  );
}

function StopButton({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) {
  return (
    <Button variant="outline" className="min-h-13" busy={isStopping} onClick={onStop}>
      {!isStopping && <Square aria-hidden="true" />}
      <span>{t`Stop`}</span>
    </Button>
  );
}

type SendButtonsProps = {
  microphone: RefObject<HTMLButtonElement | null>;
  hintId: string;
  /** Whether the field is empty; the microphone button is then the prominent one. */
  isEmpty: boolean;
  canSend: boolean;
  onRecord: () => void;
};

function SendButtons({ microphone, hintId, isEmpty, canSend, onRecord }: SendButtonsProps) {
  return (
    <>
      <Button
        ref={microphone}
        variant={isEmpty ? "secondary" : "outline"}
        size="icon"
        className="size-13"
        aria-label={t`Record your question`}
        aria-describedby={hintId}
        title={RECORDING_HINT}
        onClick={onRecord}
      >
        <Mic aria-hidden="true" />
      </Button>
      <Button
        type="submit"
        variant={isEmpty ? "outline" : "secondary"}
        size="icon"
        className="size-13"
        aria-label={t`Send message`}
        disabled={!canSend}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
    </>
  );
}
