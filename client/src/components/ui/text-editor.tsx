import { t } from "@lingui/core/macro";
import type { Elements } from "@/lib/elements.ts";
import { Button } from "./button.tsx";
import { Field, tooLong } from "./field.tsx";
import { Textarea } from "./textarea.tsx";

type TextEditorProps = {
  label: string;
  limit: number;
  text: string;
  onChange: (text: string) => void;
  isBusy: boolean;
  /** What else is edited with it can't be saved as it is. */
  isWrong?: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
  saveLabel?: string;
  cancelLabel?: string;
  /** False where nobody asked for it. */
  autoFocus?: boolean;
  /** Between the field and its buttons. */
  children?: Elements;
};

/** A few words that are changed where they stand. */
export function TextEditor({
  label,
  limit,
  text,
  isBusy,
  isWrong = false,
  saveLabel = t`Save`,
  cancelLabel = t`Cancel`,
  autoFocus = true,
  children,
  ...on
}: TextEditorProps) {
  const problem = tooLong(text, limit);
  const canSave = text.trim() !== "" && problem === undefined && !isWrong;
  return (
    <form
      className="flex w-full flex-col gap-2"
      onSubmit={(event) => {
        // React passes events of a dialog on to the page's form around it.
        event.stopPropagation();
        event.preventDefault();
        if (canSave && !isBusy) on.onSave(text.trim());
      }}
    >
      <Field label={label} error={problem}>
        <Textarea
          rows={2}
          autoGrow
          autoFocus={autoFocus}
          dir="auto"
          value={text}
          readOnly={isBusy}
          onChange={({ target }) => on.onChange(target.value)}
        />
      </Field>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" size="sm" busy={isBusy} disabled={!canSave}>
          {saveLabel}
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={on.onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
