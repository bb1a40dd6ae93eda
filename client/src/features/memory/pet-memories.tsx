import { t } from "@lingui/core/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { addMemory, type EventDate } from "#shared/api/memory.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useMemories, useMemoryChange } from "@/domain/memory/memories.ts";
import { PetMemoryForm } from "@/domain/memory/pet-memory-form.tsx";
import { call } from "@/lib/api.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { MemoryRow } from "./memory-row.tsx";

const nothing = { text: "", date: null };

type PetMemoriesProps = { agentId: string; petName: string; isNone: boolean };

/** Loaded when the card is opened. */
export function PetMemories({ agentId, petName, isNone }: PetMemoriesProps) {
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState("");
  const searched = useDebounced(typed.trim());
  const kept = useMemories(agentId, { store: "pet", status: "active", q: searched });
  const add = useMemoryChange(agentId, (memory: { text: string; date: EventDate | null }) =>
    call(addMemory, { params: { id: agentId }, body: { store: "pet", kind: "event", ...memory } }),
  );
  const memories = kept.data?.memories ?? [];
  return (
    <div className="flex flex-col gap-4 pt-4">
      {isAdding ? (
        <PetMemoryForm
          memory={nothing}
          isBusy={add.isPending}
          onSave={(memory) => add.mutate(memory, { onSuccess: () => setAdding(false) })}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          <span>{t`Add Memory`}</span>
        </Button>
      )}
      {!isNone && (
        <Field label={t`Search`}>
          <Input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      {kept.isPending && <LoadingMemories />}
      {kept.isError && kept.data === undefined && (
        <LoadError
          title={t`The memories could not be loaded`}
          isBusy={kept.isFetching}
          onRetry={() => void kept.refetch()}
        >
          {t`Please check your connection.`}
        </LoadError>
      )}
      {kept.data !== undefined && memories.length === 0 && (
        <p className="text-ink-muted">
          {searched === "" ? t`${petName} has no memories beside its diary yet.` : t`Nothing here has these words.`}
        </p>
      )}
      {memories.length > 0 && (
        <ul
          aria-label={t`Pet memories`}
          className="max-h-96 divide-y divide-line overflow-y-auto overscroll-contain pe-3"
        >
          {memories.map((memory) => (
            <MemoryRow key={memory.id} memory={memory} />
          ))}
        </ul>
      )}
    </div>
  );
}

const LoadingMemories = () => (
  <div aria-busy="true" className="flex flex-col gap-5 py-3">
    {[1, 2].map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3 w-1/4" />
      </div>
    ))}
  </div>
);
