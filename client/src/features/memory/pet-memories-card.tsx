import { t } from "@lingui/core/macro";
import { Bookmark } from "lucide-react";
import { memo, Suspense, useId } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { usePetMemoryCount } from "@/domain/memory/memories.ts";
import { lazyComponent } from "@/lib/part.ts";

const PetMemories = lazyComponent(() => import("./pet-memories.tsx").then((m) => m.PetMemories));

type PetMemoriesCardProps = { agentId: string; petName: string };

/** What happened in the pet's life, beside its diary: for those who keep that. */
export const PetMemoriesCard = memo(function PetMemoriesCard({ agentId, petName }: PetMemoriesCardProps) {
  const titleId = useId();
  const count = usePetMemoryCount(agentId);
  return (
    <Card aria-labelledby={titleId} className="gap-0">
      <Collapsible>
        <h2 id={titleId} className="text-xl">
          <CollapsibleTrigger className="min-h-14">
            <Bookmark aria-hidden="true" className="size-6 text-secondary" />
            <span>{t`Pet Memories`}</span>
            {count > 0 && <Badge tone="secondary">{count}</Badge>}
          </CollapsibleTrigger>
        </h2>
        <p className="mt-2 text-ink-muted">
          {t`What happened beside the diary's questions: a trip, a trick, a mishap. ${petName} tells it to whoever asks.`}
        </p>
        <CollapsibleContent>
          <Suspense fallback={<Skeleton className="mt-4 h-9 w-36 rounded-full" />}>
            <PetMemories agentId={agentId} petName={petName} isNone={count === 0} />
          </Suspense>
        </CollapsibleContent>
      </Collapsible>
    </Card>
  );
});
