import { useId, useRef } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import type { Elements } from "@/lib/elements.ts";

type AnswerEditorProps = {
  question: string;
  text: string;
  busy: boolean;
  /** Whether the field takes the focus when it appears, because the person has just opened it. */
  takesFocus: boolean;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
  /** Stands between the text and the buttons. */
  children?: Elements;
};

export function AnswerEditor({ question, text, busy, takesFocus, onChange, children, ...on }: AnswerEditorProps) {
  const id = useId();
  const isTooLong = tooLong(text, limits.diaryAnswer) !== undefined;
  const wantsFocus = useRef(takesFocus);
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {`Answer to: ${question}`}
      </label>
      <Textarea
        id={id}
        ref={(field) => {
          if (wantsFocus.current) field?.focus();
          wantsFocus.current = false;
        }}
        value={text}
        readOnly={busy}
        aria-invalid={isTooLong}
        autoGrow
        placeholder="Tell it as your pet would..."
        onChange={(event) => onChange(event.target.value)}
      />
      <TooLongNote text={text} limit={limits.diaryAnswer} />
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          busy={busy}
          disabled={text.trim() === "" || isTooLong}
          onClick={on.onSave}
        >
          Save
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={on.onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
