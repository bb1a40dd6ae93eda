import { plural, t } from "@lingui/core/macro";
import { Brain, FilePlus2, PencilLine } from "lucide-react";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { useLevel } from "@/components/audio/level-meter.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useMemories, usePetMemoryCount } from "@/domain/memory/memories.ts";
import { dateOf, numberOf } from "@/lib/formats.ts";
import { NextQuestion } from "./next-question.tsx";

export function PetPanel({ agent, onSetup }: { agent: Agent; onSetup: () => void }) {
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-col items-center gap-1 text-center">
        <SpeakingAvatar pet={agent} size="xl" className="mb-5" />
        <h2 className="max-w-full text-2xl">{agent.name}</h2>
        <p className="text-ink-muted">{t`Your AI Assistant`}</p>
      </div>
      <div className="flex flex-col gap-3">
        <h3 className="text-lg">{t`Knowledge Base`}</h3>
        <dl className="flex flex-col gap-2 rounded-card bg-surface-sunken p-4">
          <Fact name={t`Documents`} value={numberOf(agent.documentCount)} />
          <Fact name={t`Total pages`} value={numberOf(agent.totalPages)} />
          <Fact name={t`Diary answers`} value={numberOf(agent.diaryCount)} />
          {agent.canEditDiary && <PetMemories agentId={agent.id} />}
          <Fact
            name={t`Last updated`}
            value={agent.knowledgeUpdatedAt === null ? t`Never` : dateOf(agent.knowledgeUpdatedAt)}
          />
        </dl>
      </div>
      {agent.canEditDiary && !agent.diedOn && <NextQuestion agent={agent} />}
      <div className="flex flex-col gap-3">
        <h3 className="text-lg">{t`Quick Actions`}</h3>
        <Button variant="outline" onClick={onSetup}>
          <PencilLine aria-hidden="true" />
          <span>{t`Edit Instructions`}</span>
        </Button>
        <Button variant="outline" onClick={onSetup}>
          <FilePlus2 aria-hidden="true" />
          <span>{t`Add Documents`}</span>
        </Button>
        <KnowsAboutYou agent={agent} />
      </div>
    </div>
  );
}

/** How many suggestions wait for an answer, and the same in words. */
export function useWaitingSuggestions(agent: Agent): { count: number; inWords: string } {
  const count = useMemories(agent.id, { status: "pending" }).data?.pending ?? 0;
  return { count, inWords: count === 0 ? "" : `: ${plural(count, { one: "# suggestion", other: "# suggestions" })}` };
}

function KnowsAboutYou({ agent }: { agent: Agent }) {
  const { count, inWords } = useWaitingSuggestions(agent);
  const title = t`What ${{ name: agent.name }} knows about you`;
  return (
    <Button asChild variant="outline" className="h-auto whitespace-normal">
      <Link href={`/memories/${agent.id}`} aria-label={`${title}${inWords}`}>
        <Brain aria-hidden="true" />
        <span className="wrap-anywhere min-w-0">{title}</span>
        {count > 0 && <Badge tone="secondary">{count}</Badge>}
      </Link>
    </Button>
  );
}

function PetMemories({ agentId }: { agentId: string }) {
  const count = usePetMemoryCount(agentId);
  return count > 0 && <Fact name={t`Memories`} value={numberOf(count)} />;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="whitespace-nowrap text-ink-muted">{name}</dt>
      <dd className="text-end font-bold">{value}</dd>
    </div>
  );
}

type SpeakingAvatarProps = {
  pet: { avatarUrl: string | null; species: string | null };
  size: "md" | "xl";
  className?: string;
};

/** A component of its own, because it renders many times a second. */
export function SpeakingAvatar({ pet, size, className }: SpeakingAvatarProps) {
  const level = useLevel();
  return (
    <PetAvatar
      src={pet.avatarUrl}
      species={pet.species}
      size={size}
      level={level}
      {...(className === undefined ? {} : { className })}
    />
  );
}
