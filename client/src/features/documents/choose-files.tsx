import { t } from "@lingui/core/macro";
import { FileText, FileUp, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/cn.ts";
import { toast } from "@/lib/toast.ts";

type ChosenFilesProps = { files: File[]; disabled: boolean; onChange: (files: File[]) => void };

/** For a pet that is not created yet; the files are sent once it is. */
export function ChosenFiles({ files, disabled, onChange }: ChosenFilesProps) {
  const add = (chosen: File[]) => {
    const isKnown = (file: File) => files.some((other) => isSameFile(other, file));
    onChange([...files, ...onlyNew(chosen, isKnown, (again, added) => onChange([...files, ...added, ...again]))]);
  };
  return (
    <div className="flex flex-col gap-4">
      <DropZone label={t`Choose files`} disabled={disabled} onFiles={add} />
      {files.length > 0 && (
        <>
          <ul className="flex flex-col gap-2">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice, and rows hold no state
              <li key={index} className="flex items-center gap-3 rounded-control bg-surface-sunken py-1 pe-1 ps-3">
                <FileText aria-hidden="true" className="size-5 shrink-0 text-secondary" />
                <span className="min-w-0 flex-1 truncate font-semibold">{file.name}</span>
                <span className="shrink-0 text-ink-muted text-sm">{fileSize(file.size)}</span>
                <Button
                  variant="ghost"
                  size="icon"
                  disabled={disabled}
                  aria-label={t`Remove ${{ name: file.name }}`}
                  onClick={() => onChange(files.filter((_, other) => other !== index))}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-ink-muted text-sm">
            {t`Chosen files stay while this page is open; after a reload, please choose them again.`}
          </p>
        </>
      )}
    </div>
  );
}

type DropZoneProps = { label: string; disabled: boolean; onFiles: (files: File[]) => void };

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
        "flex flex-col items-center gap-3 rounded-card border-2 base:border-line-strong border-dashed px-4 py-6 text-center transition-colors",
        isOver && !disabled && "border-secondary bg-secondary-soft",
        disabled && "border-line",
      )}
    >
      <Button variant="secondary" disabled={disabled} aria-describedby={hintId} onClick={() => picker.current?.click()}>
        <FileUp aria-hidden="true" />
        <span>{label}</span>
      </Button>
      <p id={hintId} className="text-ink-muted text-sm">
        {t`PDF or TXT, up to 10MB each. You can also drop files here.`}
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-label={t`Documents, PDF or TXT`}
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

const ACCEPTED_FILES = ".pdf,.txt,application/pdf,text/plain";

/** The server checks the content (D17). */
const isAccepted = (file: File): boolean =>
  file.type === "application/pdf" || file.type === "text/plain" || file.name.toLowerCase().endsWith(".txt");

function acceptedOnly(files: readonly File[]): File[] {
  const accepted = files.filter(isAccepted);
  if (accepted.length < files.length) {
    const description = t`Please upload PDF or TXT files only`;
    toast({ title: t`Invalid file type`, description, variant: "destructive" });
  }
  return accepted;
}

export const isSameFile = (one: File, other: File): boolean => one.name === other.name && one.size === other.size;

/** A toast names the files that are there already, with a button that adds them all the same. */
export function onlyNew(
  files: readonly File[],
  isKnown: (file: File) => boolean,
  onAgain: (again: File[], added: File[]) => void,
): File[] {
  const isFirst = (file: File, index: number) => files.findIndex((other) => isSameFile(other, file)) === index;
  const added = files.filter((file, index) => isFirst(file, index) && !isKnown(file));
  const again = files.filter((file) => !added.includes(file));
  if (again.length > 0)
    toast({
      title: t`Already here`,
      description: t`${{ again: again.map(({ name }) => name).join(", ") }}: a file of that name and size was added before.`,
      action: { label: t`Add anyway`, onAction: () => onAgain(again, added) },
    });
  return added;
}

/** Bytes as '834 bytes', '12.3 KB' or '4.1 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size.toFixed(1)} ${unit}`;
}
