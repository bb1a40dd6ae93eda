import { t } from "@lingui/core/macro";
import { HeartHandshake } from "lucide-react";
import { useState } from "react";
import type { RecalledMemory } from "#shared/api/memory.ts";
import { Overlay } from "@/components/ui/dialog.tsx";
import { dateOf } from "@/lib/formats.ts";
import { lazyPart } from "@/lib/part.ts";
import { Chip } from "./reply-sources.tsx";

const dialog = lazyPart(() => import("./memory-dialog.tsx").then((module) => module.MemoryDialog));

type RecalledChipsProps = { recalled: readonly RecalledMemory[]; agentId: string };

/** What of the person's own memories a reply was taken from. */
export function RecalledChips({ recalled, agentId }: RecalledChipsProps) {
  const [open, setOpen] = useState<RecalledMemory | null>(null);
  return (
    <>
      <ul aria-label={t`What you told`} className="flex max-w-full flex-wrap gap-1.5 pt-2 ps-1">
        {recalled.map((memory) => (
          <li key={memory.id} className="min-w-0 max-w-full">
            <Chip aria-haspopup="dialog" onClick={() => setOpen(memory)}>
              <HeartHandshake aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{t`You told me on ${{ toldAt: dateOf(memory.toldAt) }}`}</span>
            </Chip>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Overlay
          panel={dialog}
          shown={{
            id: open.id,
            agentId,
            title: t`You told me on ${{ toldAt: dateOf(open.toldAt) }}`,
            description: t`Only you see this.`,
            open: true,
            onOpenChange: () => setOpen(null),
          }}
        />
      )}
    </>
  );
}
