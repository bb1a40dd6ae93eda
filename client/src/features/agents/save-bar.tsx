import { CircleCheck, PencilLine } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { bottomBar } from "@/lib/bottom-bar.ts";

type SaveBarProps = {
  isNew: boolean;
  /** Labels of what is not saved, such as 'Pet Name' or '2 diary answers'. */
  unsaved: string[];
  /** The number of chosen files that are sent with a new pet. */
  fileCount: number;
  busy: boolean;
  disabled: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** A bar that is always in view: it lists what is not saved, and saves it. */
export function SaveBar({ isNew, unsaved, fileCount, busy, disabled, onSave, onDiscard }: SaveBarProps) {
  return (
    <div ref={bottomBar} className="sticky bottom-0 z-20 -mx-1 px-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface-raised p-3 shadow-card sm:p-4 sm:pr-20">
        <SaveState isNew={isNew} unsaved={unsaved} />
        {unsaved.length > 0 && !busy && (
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        )}
        <div className="flex max-w-full flex-col items-center gap-1 max-sm:w-[calc(100%-4rem)]">
          <Button className="max-sm:w-full" busy={busy} disabled={disabled} onClick={onSave}>
            {isNew
              ? busy
                ? "Creating Pet..."
                : "Create Pet & Update Knowledge Base"
              : busy
                ? "Saving..."
                : "Save Changes"}
          </Button>
          {isNew && fileCount > 0 && (
            <p className="text-center text-ink-muted text-sm">
              {fileCount} PDF(s) will be uploaded after agent creation
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function SaveState({ isNew, unsaved }: { isNew: boolean; unsaved: string[] }) {
  const isClean = unsaved.length === 0;
  const Icon = isClean && !isNew ? CircleCheck : PencilLine;
  return (
    <p role="status" className="flex min-w-0 flex-1 basis-32 items-start gap-2 text-sm">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${isClean && !isNew ? "text-success" : "text-warning"}`}
      />
      {isClean ? (
        <span className="text-ink-muted">{isNew ? "A new pet, not created yet." : "All changes are saved."}</span>
      ) : (
        <span>
          <strong>Not saved yet: {unsaved.join(", ")}.</strong>{" "}
          <span className="text-ink-muted max-sm:sr-only">Kept in this browser tab until you save.</span>
        </span>
      )}
    </p>
  );
}
