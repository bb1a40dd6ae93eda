import { t } from "@lingui/core/macro";
import { PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Memory } from "#shared/api/memory.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { useMemoryActions } from "@/domain/memory/memories.ts";
import { MemoryEditor } from "@/domain/memory/memory-editor.tsx";
import { PetMemoryForm } from "@/domain/memory/pet-memory-form.tsx";
import { dateOf, eventDateOf } from "@/lib/formats.ts";

/** Of a person, or of the pet's life. */
export function MemoryRow({ memory }: { memory: Memory }) {
  const { text, isMuted } = memory;
  const [isChanging, setChanging] = useState(false);
  const { edit, isBusy } = useMemoryActions(memory);
  const close = () => setChanging(false);
  const done = { onSuccess: close };
  return (
    <li aria-label={text} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {isChanging &&
        (memory.store === "pet" ? (
          <PetMemoryForm
            memory={memory}
            isBusy={isBusy}
            onSave={(changed) => edit.mutate(changed, done)}
            onCancel={close}
          />
        ) : (
          <MemoryEditor
            text={text}
            isBusy={isBusy}
            onSave={(changed) => edit.mutate({ text: changed }, done)}
            onCancel={close}
          />
        ))}
      {!isChanging && (
        <>
          <div className="min-w-0 flex-1 basis-56">
            <p dir="auto" className="wrap-anywhere text-start font-semibold">
              {text}
            </p>
            <p className="flex flex-wrap items-center gap-2 text-ink-muted text-sm">
              <When memory={memory} />
              {memory.author && <span>{t`From ${{ name: memory.author }}`}</span>}
              {isMuted && <Badge>{t`Not brought up`}</Badge>}
            </p>
          </div>
          <div className="flex flex-wrap gap-1">
            <Button variant="outline" size="sm" disabled={isBusy} onClick={() => setChanging(true)}>
              <PencilLine aria-hidden="true" />
              <span>{t`Edit`}</span>
            </Button>
            <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => edit.mutate({ isMuted: !isMuted })}>
              {isMuted ? t`May be brought up` : t`Don't bring it up`}
            </Button>
            <ForgetButton memory={memory} />
          </div>
        </>
      )}
    </li>
  );
}

function When({ memory: { store, date, toldAt } }: { memory: Memory }) {
  if (date !== null) return <time dateTime={date.on}>{eventDateOf(date)}</time>;
  const day = dateOf(toldAt);
  return <time dateTime={toldAt}>{store === "pet" ? t`Written down on ${day}` : t`You told this on ${day}`}</time>;
}

/** What everybody is told is deleted only after a question. */
function ForgetButton({ memory }: { memory: Memory }) {
  const [isAsking, setAsking] = useState(false);
  const { forget, isBusy } = useMemoryActions(memory);
  const isOfPet = memory.store === "pet";
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-danger"
        busy={forget.isPending}
        disabled={isBusy}
        onClick={() => (isOfPet ? setAsking(true) : forget.mutate(null))}
      >
        {!forget.isPending && <Trash2 aria-hidden="true" />}
        <span>{isOfPet ? t`Delete` : t`Forget`}</span>
      </Button>
      {isOfPet && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={(open) => !forget.isPending && setAsking(open)}
          title={t`Delete Memory?`}
          description={t`“${{ text: memory.text }}” goes for good, and your pet tells it to nobody any more.`}
          confirmLabel={forget.isPending ? t`Deleting...` : t`Delete`}
          busy={forget.isPending}
          onConfirm={() => forget.mutate(null, { onSuccess: () => setAsking(false) })}
        />
      )}
    </>
  );
}
