import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/cn.ts";
import { ACCEPTED_FILES, acceptedOnly } from "./file-rules.ts";

type DropZoneProps = { label: string; disabled: boolean; onFiles: (files: File[]) => void };

/** A zone for files: by drag and drop, or by a button that opens the file dialog. */
export function DropZone({ label, disabled, onFiles }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: Iterable<File>) => {
    const accepted = acceptedOnly([...files]);
    if (accepted.length > 0) onFiles(accepted);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!disabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (!disabled) take(event.dataTransfer.files);
      }}
      className={cn(
        "flex flex-col items-center gap-3 rounded-card border-2 border-line-strong border-dashed px-4 py-6 text-center transition-colors",
        isOver && "border-secondary bg-secondary-soft",
        disabled && "border-line",
      )}
    >
      <Button variant="secondary" disabled={disabled} aria-describedby={hintId} onClick={() => picker.current?.click()}>
        <FileUp aria-hidden="true" />
        <span>{label}</span>
      </Button>
      <p id={hintId} className="text-ink-muted text-sm">
        PDF or TXT, up to 10MB each. You can also drop files here.
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-label="Documents, PDF or TXT"
        tabIndex={-1}
        className="sr-only"
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          take(files);
        }}
      />
    </div>
  );
}
