import { FileText, X } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { DropZone } from "./drop-zone.tsx";
import { fileSize, isSameFile, onlyNew } from "./file-rules.ts";

type ChosenFilesProps = { files: File[]; disabled: boolean; onChange: (files: File[]) => void };

/** Files for a pet that is not created yet; they are sent once it is. */
export function ChosenFiles({ files, disabled, onChange }: ChosenFilesProps) {
  const add = (chosen: File[]) => {
    const isKnown = (file: File) => files.some((other) => isSameFile(other, file));
    onChange([...files, ...onlyNew(chosen, isKnown, (again, added) => onChange([...files, ...added, ...again]))]);
  };
  return (
    <div className="flex flex-col gap-4">
      <DropZone label="Choose files" disabled={disabled} onFiles={add} />
      {files.length > 0 && (
        <>
          <ul className="flex flex-col gap-2">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice, and rows hold no state
              <li key={index} className="flex items-center gap-3 rounded-control bg-surface-sunken py-1 pr-1 pl-3">
                <FileText aria-hidden="true" className="size-5 shrink-0 text-secondary" />
                <span className="min-w-0 flex-1 truncate font-semibold">{file.name}</span>
                <span className="shrink-0 text-ink-muted text-sm">{fileSize(file.size)}</span>
                <Button
                  variant="ghost"
                  size="icon"
                  disabled={disabled}
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onChange(files.filter((_, other) => other !== index))}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-ink-muted text-sm">
            Chosen files stay while this page is open; after a reload, please choose them again.
          </p>
        </>
      )}
    </div>
  );
}
