import { ArrowUp, Mic, Square } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { stopClip } from "@/components/audio/player.ts";
import { useVoiceInput, type VoiceInput } from "@/components/audio/use-voice-input.ts";
import { Button } from "@/components/ui/button.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { cn } from "@/lib/cn.ts";
import type { Agent } from "../../../../shared/api/agents.ts";
import { limits } from "../../../../shared/limits.ts";
import type { Question } from "./use-chat-stream.ts";

type ComposerProps = {
  agent: Agent;
  draft: string;
  onDraft: (text: string) => void;
  /** A reply is awaited or under way. */
  isPending: boolean;
  isStopping: boolean;
  hasMessages: boolean;
  onSend: (question: Question) => void;
  onStop: () => void;
};

export function Composer({ agent, draft, onDraft, isPending, isStopping, hasMessages, onSend, onStop }: ComposerProps) {
  const hintId = useId();
  const field = useFocusAfter(isPending);
  const send = (text: string, isSpoken: boolean) => {
    const trimmed = text.trim();
    if (trimmed === "" || isPending) return;
    onDraft("");
    onSend({ text: trimmed, isSpoken });
  };
  const voice = useVoiceInput({
    language: agent.language,
    // Otherwise the microphone would hear the pet.
    onStart: stopClip,
    onSaid: (said) => send(joined(draft, said), true),
    onKept: (kept) => onDraft(joined(draft, kept)),
  });
  const isRecording = voice.state !== "idle";
  const canSend = draft.trim() !== "" && !isPending && !isRecording;

  return (
    <form
      className="border-line border-t bg-surface-raised px-3 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft, false);
      }}
    >
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <Textarea
          ref={field}
          autoGrow
          rows={1}
          maxRows={6}
          aria-label={`Message to ${agent.name}`}
          placeholder={isRecording ? "Listening..." : `Ask ${agent.name}...`}
          enterKeyHint="send"
          maxLength={limits.message}
          value={isRecording ? joined(draft, voice.heard) : draft}
          readOnly={isRecording}
          disabled={isPending}
          className="min-h-13 flex-1 rounded-bubble px-4 py-3.5"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") voice.cancel();
            if (!asksToSend(event)) return;
            event.preventDefault();
            if (isRecording) voice.tap();
            else send(draft, false);
          }}
        />
        {isPending ? (
          <Button variant="outline" className="min-h-13" busy={isStopping} onClick={onStop}>
            {!isStopping && <Square aria-hidden="true" />}
            Stop
          </Button>
        ) : (
          <>
            <MicrophoneButton voice={voice} isMain={draft.trim() === ""} hintId={hintId} />
            <Button
              type="submit"
              variant={draft.trim() === "" ? "outline" : "secondary"}
              size="icon"
              className="size-13"
              aria-label="Send message"
              disabled={!canSend}
            >
              <ArrowUp aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <div className="mx-auto flex max-w-3xl flex-wrap justify-between gap-x-6 px-2 pt-1.5 text-ink-muted text-xs">
        <p id={hintId} className={cn(hasMessages && !isRecording && "max-sm:hidden")}>
          Tap this button to record your question and then when done tap it again to send
        </p>
        <p>AI made from the diary; it can be wrong</p>
      </div>
    </form>
  );
}

function MicrophoneButton({ voice, isMain, hintId }: { voice: VoiceInput; isMain: boolean; hintId: string }) {
  const isListening = voice.state === "listening";
  return (
    <Button
      variant={isMain || isListening ? "secondary" : "outline"}
      size="icon"
      className={cn("size-13", isListening && "animate-breathe ring-4 ring-secondary-soft")}
      aria-label={isListening ? "Stop recording and send" : "Record your question"}
      aria-pressed={isListening}
      aria-describedby={hintId}
      title="Tap this button to record your question and then when done tap it again to send"
      busy={voice.state === "working"}
      onClick={voice.tap}
    >
      {isListening ? <Square aria-hidden="true" /> : <Mic aria-hidden="true" />}
    </Button>
  );
}

/** Gives the field its focus back after it was disabled, unless the reader has moved on; on a phone the keyboard stays down. */
function useFocusAfter(isPending: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const wasPending = useRef(isPending);
  useEffect(() => {
    const isOver = wasPending.current && !isPending;
    wasPending.current = isPending;
    const isTouch = window.matchMedia?.("(pointer: coarse)").matches;
    if (isOver && !isTouch && document.activeElement === document.body) field.current?.focus();
  }, [isPending]);
  return field;
}

/** Enter sends; with Shift it breaks the line, and while a word is being composed it chooses the word. */
function asksToSend(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  // Safari ends a composition before it tells of the key: then only the key code says so.
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !isComposing;
}

function joined(draft: string, said: string): string {
  return [draft.trim(), said].filter((part) => part !== "").join(" ");
}
