import { PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Memory } from "#shared/api/memory.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useMemoryActions } from "@/domain/memory/memories.ts";
import { MemoryEditor } from "@/domain/memory/memory-editor.tsx";
import { dateOf } from "@/lib/formats.ts";

export function MemoryRow({ memory }: { memory: Memory }) {
  const { text, isMuted, toldAt } = memory;
  const [isChanging, setChanging] = useState(false);
  const { edit, forget, isBusy } = useMemoryActions(memory);
  return (
    <li aria-label={text} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {isChanging ? (
        <MemoryEditor
          text={text}
          isBusy={isBusy}
          onSave={(changed) => edit.mutate({ text: changed }, { onSuccess: () => setChanging(false) })}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-56">
            <p dir="auto" className="wrap-anywhere text-start font-semibold">
              {text}
            </p>
            <p className="flex flex-wrap items-center gap-2 text-ink-muted text-sm">
              <time dateTime={toldAt}>{`You told this on ${dateOf(toldAt)}`}</time>
              {isMuted && <Badge>Not brought up</Badge>}
            </p>
          </div>
          <div className="flex flex-wrap gap-1">
            <Button variant="outline" size="sm" disabled={isBusy} onClick={() => setChanging(true)}>
              <PencilLine aria-hidden="true" />
              <span>Edit</span>
            </Button>
            <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => edit.mutate({ isMuted: !isMuted })}>
              {isMuted ? "May be brought up" : "Don't bring it up"}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="text-danger"
              busy={forget.isPending}
              disabled={isBusy}
              onClick={() => forget.mutate(null)}
            >
              {!forget.isPending && <Trash2 aria-hidden="true" />}
              <span>Forget</span>
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
