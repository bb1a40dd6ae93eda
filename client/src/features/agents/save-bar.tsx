import { t } from "@lingui/core/macro";
import { CircleCheck, PencilLine } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { bottomBar } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";

type SaveBarProps = {
  isNew: boolean;
  /** Labels such as 'Pet Name' or '2 diary answers'. */
  unsaved: string[];
  fileCount: number;
  busy: boolean;
  disabled: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

export function SaveBar({ isNew, unsaved, fileCount, busy, disabled, onSave, onDiscard }: SaveBarProps) {
  const isSaved = unsaved.length === 0 && !isNew;
  return (
    <div ref={bottomBar} className="sticky bottom-0 z-20 -mx-1 px-1 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface-raised p-2 shadow-card sm:gap-x-4 sm:p-4">
        <SaveState isNew={isNew} unsaved={unsaved} />
        {unsaved.length > 0 && !busy && (
          <Button variant="ghost" size="sm" className="max-sm:px-2" onClick={onDiscard}>
            {t`Discard`}
          </Button>
        )}
        <Button
          variant={isSaved && !busy ? "outline" : "primary"}
          className={cn("max-sm:min-h-11 max-sm:px-4 max-sm:text-sm", isNew && "max-sm:flex-1")}
          busy={busy}
          disabled={disabled || isSaved}
          onClick={onSave}
        >
          {label({ isNew, busy })}
        </Button>
        {isNew && fileCount > 0 && (
          <p className="basis-full text-center text-ink-muted text-sm sm:text-end">
            {t`${fileCount} PDF(s) will be uploaded after agent creation`}
          </p>
        )}
      </div>
    </div>
  );
}

function label({ isNew, busy }: Pick<SaveBarProps, "isNew" | "busy">): string {
  if (isNew) return busy ? t`Creating Pet...` : t`Create Pet & Update Knowledge Base`;
  return busy ? t`Saving...` : t`Save Changes`;
}

/** On a phone the button alone says enough for a new pet. */
function SaveState({ isNew, unsaved }: { isNew: boolean; unsaved: string[] }) {
  const isClean = unsaved.length === 0;
  const isSaved = isClean && !isNew;
  const Icon = isSaved ? CircleCheck : PencilLine;
  return (
    <p
      role="status"
      className={cn(
        "flex min-w-0 flex-1 basis-32 items-start gap-2 text-sm",
        isNew ? "max-sm:sr-only" : "max-sm:basis-20",
      )}
    >
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", isSaved ? "text-success" : "text-warning")} />
      {isClean ? (
        <span className="min-w-0 text-ink-muted max-sm:text-xs">
          {isNew ? t`A new pet, not created yet.` : t`All changes are saved.`}
        </span>
      ) : (
        <span className="min-w-0 max-sm:line-clamp-2 max-sm:text-xs">
          <strong>{t`Not saved yet: ${{ unsaved: unsaved.join(", ") }}.`}</strong>
          <span className="text-ink-muted max-sm:sr-only">{` ${t`Kept on this page until you save.`}`}</span>
        </span>
      )}
    </p>
  );
}
