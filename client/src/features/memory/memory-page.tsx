import { t } from "@lingui/core/macro";
import { Brain, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { forgetAllMemories, type Memory, pauseMemory } from "#shared/api/memory.ts";
import { EmptyDiary } from "@/components/art/lazy-pictures.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { useMemories, useMemoryChange } from "@/domain/memory/memories.ts";
import { SuggestionCard } from "@/domain/memory/suggestion-card.tsx";
import { useAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { MemoryRow } from "./memory-row.tsx";

/** All that a pet remembers of the person who is signed in; nobody else sees it. */
export function MemoryPage({ agentId }: { agentId: string }) {
  const pets = useAgents().data;
  const pet = [...(pets?.agents ?? []), ...(pets?.demo ? [pets.demo] : [])].find(({ id }) => id === agentId);
  const petName = pet?.name ?? t`your pet`;
  const [typed, setTyped] = useState("");
  const searched = useDebounced(typed.trim());
  const kept = useMemories(agentId, { status: "active", q: searched });
  const suggested = useMemories(agentId, { status: "pending" });
  const suggestions = suggested.data?.memories ?? [];
  const isNone = searched === "" && kept.data?.memories.length === 0;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">{t`What ${petName} knows about you`}</h1>
        <p className="text-ink-muted">{t`Only what you said yes to, and only you see it.`}</p>
        <Link
          href="/app?tab=chat"
          className="inline-flex min-h-11 items-center self-start font-bold text-secondary underline underline-offset-4"
        >
          {t`Back to the chat`}
        </Link>
      </header>
      {suggestions.length > 0 && (
        <section aria-label={t`Suggestions`} className="flex flex-col gap-3">
          <h2 className="flex items-center gap-3 text-xl">
            <span>{t`Suggestions`}</span>
            <Badge tone="secondary">{suggestions.length}</Badge>
          </h2>
          {suggestions.map((suggestion) => (
            <SuggestionCard key={suggestion.id} suggestion={suggestion} petName={petName} />
          ))}
        </section>
      )}
      <Card aria-label={t`Memories`}>
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
        {kept.data !== undefined && (
          <MemoryList memories={kept.data.memories} petName={petName} isSearched={searched !== ""} />
        )}
      </Card>
      {kept.data !== undefined && <MemoryControls agentId={agentId} petName={petName} isPaused={kept.data.isPaused} />}
    </div>
  );
}

type MemoryListProps = { memories: readonly Memory[]; petName: string; isSearched: boolean };

function MemoryList({ memories, petName, isSearched }: MemoryListProps) {
  if (memories.length === 0)
    return isSearched ? (
      <p className="text-ink-muted">{t`Nothing here has these words.`}</p>
    ) : (
      <EmptyState art={<EmptyDiary />} title={t`${petName} knows nothing about you yet`}>
        {t`Say “Remember that …” in the chat, and you are asked whether it may be kept.`}
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {memories.map((memory) => (
        <MemoryRow key={memory.id} memory={memory} />
      ))}
    </ul>
  );
}

const LoadingMemories = () => (
  <div aria-busy="true" className="flex flex-col gap-5 py-3">
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3 w-1/4" />
      </div>
    ))}
  </div>
);

type MemoryControlsProps = { agentId: string; petName: string; isPaused: boolean };

function MemoryControls({ agentId, petName, isPaused }: MemoryControlsProps) {
  const switchId = useId();
  const [isAsking, setAsking] = useState(false);
  const params = { id: agentId };
  const pause = useMemoryChange(agentId, (isWanted: boolean) =>
    call(pauseMemory, { params, body: { isPaused: isWanted } }),
  );
  const forgetAll = useMemoryChange(agentId, () => call(forgetAllMemories, { params, query: {} }));
  return (
    <Card aria-label={t`Memory`}>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={switchId} className="flex min-w-0 flex-col">
          <span className="flex items-center gap-2 font-bold">
            <Brain aria-hidden="true" className="size-5 shrink-0 text-secondary" />
            <span>{t`Pause memory`}</span>
          </span>
          <span className="text-ink-muted text-sm">{t`While it is paused, ${petName} suggests and tells nothing of this.`}</span>
        </label>
        <Switch id={switchId} checked={isPaused} disabled={pause.isPending} onCheckedChange={pause.mutate} />
      </div>
      <Button variant="outline" className="self-start text-danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <span>{t`Forget everything`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !forgetAll.isPending && setAsking(open)}
        title={t`Forget everything?`}
        description={t`${petName} forgets all that you told about yourself, with your own words and what was suggested. The chats and the diary stay.`}
        confirmLabel={forgetAll.isPending ? t`Forgetting...` : t`Forget everything`}
        busy={forgetAll.isPending}
        onConfirm={() => forgetAll.mutate(null, { onSuccess: () => setAsking(false) })}
      />
    </Card>
  );
}
