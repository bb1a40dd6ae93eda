import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";

type MemoryEditorProps = { text: string; isBusy: boolean; onSave: (text: string) => void; onCancel: () => void };

export function MemoryEditor({ text, isBusy, onSave, onCancel }: MemoryEditorProps) {
  const [changed, setChanged] = useState(text);
  const problem = tooLong(changed, limits.memory);
  const canSave = changed.trim() !== "" && problem === undefined;
  return (
    <form
      className="flex w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isBusy) onSave(changed.trim());
      }}
    >
      <Field label="In your words" error={problem}>
        <Textarea
          rows={2}
          autoGrow
          autoFocus
          dir="auto"
          value={changed}
          readOnly={isBusy}
          onChange={({ target }) => setChanged(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" size="sm" busy={isBusy} disabled={!canSave}>
          Save
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
