import { HeartHandshake } from "lucide-react";
import { useState } from "react";
import type { RecalledMemory } from "#shared/api/memory.ts";
import { dateOf } from "@/lib/formats.ts";
import { MemoryDialog } from "./memory-dialog.tsx";
import { Chip } from "./reply-sources.tsx";

type RecalledChipsProps = { recalled: readonly RecalledMemory[]; agentId: string };

/** What of the person's own memories a reply was taken from. */
export function RecalledChips({ recalled, agentId }: RecalledChipsProps) {
  const [open, setOpen] = useState<RecalledMemory | null>(null);
  return (
    <>
      <ul aria-label="What you told" className="flex max-w-full flex-wrap gap-1.5 pt-2 ps-1">
        {recalled.map((memory) => (
          <li key={memory.id} className="min-w-0 max-w-full">
            <Chip aria-haspopup="dialog" onClick={() => setOpen(memory)}>
              <HeartHandshake aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{`You told me on ${dateOf(memory.toldAt)}`}</span>
            </Chip>
          </li>
        ))}
      </ul>
      {open !== null && (
        <MemoryDialog
          id={open.id}
          agentId={agentId}
          title={`You told me on ${dateOf(open.toldAt)}`}
          description="Only you see this."
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
