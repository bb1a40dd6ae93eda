import { t } from "@lingui/core/macro";
import { ArrowUp, Mic, Square } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { limits } from "#shared/limits.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { Button } from "@/components/ui/button.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useSpokenInput } from "@/domain/voice/use-spoken-input.ts";
import { withSpoken } from "@/domain/voice/voice-state.ts";
import { useTypedEarly } from "@/lib/built-page.tsx";
import { lazyPart } from "@/lib/part.ts";
import type { DemoPet } from "@/lib/product.ts";

type AskBoxProps = {
  pet: DemoPet;
  isAsking: boolean;
  /** @returns whether the pet answered; if not, the question comes back into the box */
  onAsk: (question: string) => Promise<boolean>;
  /** The pet has to be silent while a recording is made. */
  onListen: () => void;
};

export function AskBox({ pet, isAsking, onAsk, onListen }: AskBoxProps) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useTypedEarly(({ question = "" }) => setTyped(question));
  const ask = async (question: string) => {
    if (tooLong(question, limits.tryOut.message) !== undefined) return setTyped(question);
    if (question.trim() === "" || isAsking) return;
    setTyped("");
    const isAnswered = await onAsk(question);
    if (!isAnswered) setTyped((since) => withSpoken(question, since));
  };
  const voice = useSpokenInput(code, {
    language: pet.language,
    recognizer: "browser",
    keptAs: "try-out",
    onStart: onListen,
    onSaid: (said) => void ask(said),
    onKept: setTyped,
  });
  // While the visitor still reads: some browsers listen only to a tap that was just now.
  useEffect(() => void code.load().catch(() => undefined), []);
  const mayAsk = useSyncExternalStore(never, mayListen, () => false);
  const isListening = voice.state.at === "listening";
  const isTooLong = tooLong(typed, limits.tryOut.message) !== undefined;
  return (
    <form
      ref={form}
      className="mt-4 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(typed);
        field.current?.focus();
      }}
    >
      <Input
        ref={field}
        name="question"
        aria-label={t`Ask ${{ name: pet.name }}`}
        placeholder={isListening ? t`Listening...` : t`Ask ${{ name: pet.name }}...`}
        enterKeyHint="send"
        autoComplete="off"
        aria-invalid={isTooLong}
        value={isListening ? voice.heard : typed}
        readOnly={isListening}
        className="min-h-13 w-auto flex-1 rounded-bubble px-4"
        onChange={(event) => setTyped(event.target.value)}
      />
      {mayAsk && typed.trim() === "" ? (
        <Button
          variant="secondary"
          size="icon"
          className="size-13"
          aria-label={isListening ? t`Send what you said` : t`Ask by voice`}
          aria-pressed={isListening}
          disabled={isAsking}
          onClick={voice.tap}
        >
          {isListening ? <Square aria-hidden="true" /> : <Mic aria-hidden="true" />}
        </Button>
      ) : (
        <Button
          type="submit"
          size="icon"
          className="size-13"
          aria-label={t`Send`}
          busy={isAsking}
          disabled={typed.trim() === "" || isTooLong}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
      )}
      <TooLongNote text={typed} limit={limits.tryOut.message} className="basis-full px-4" />
    </form>
  );
}

const never = () => () => undefined;
const code = lazyPart(() => import("@/domain/voice/spoken-input.ts"));

/** Browsers give no microphone to a page without https. */
const mayListen = (): boolean => hasSpeechRecognition() && window.isSecureContext !== false;
