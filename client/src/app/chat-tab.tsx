import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { mayEditAgents } from "#shared/permissions.ts";
import { PetChat } from "@/app/pet-chat.tsx";
import { EmptyChat } from "@/components/art/lazy-pictures.tsx";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useLatestChats } from "@/domain/chats/messages.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { useCurrentPet } from "@/domain/pets/use-current-pet.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import { useUser } from "@/domain/session/session.ts";
import { ChatSkeleton } from "@/features/chat/chat-skeleton.tsx";

export function ChatTab({ onSetup }: { onSetup: () => void }) {
  useUnlockedPlayer();
  const current = useCurrentPet();
  switch (current.status) {
    case "loading":
      return <ChatSkeleton />;
    case "failed":
      return <Failure title={t`Your chat could not be loaded`} isBusy={current.isBusy} onRetry={current.retry} />;
    case "none": {
      const [only, another] = current.agents;
      if (only !== undefined && another === undefined && !current.isCleared) return <FirstChat agentId={only.id} />;
      return <NoPet pets={current.agents} onSetup={onSetup} />;
    }
    case "chosen":
      return (
        <PetChat
          key={current.agent.id}
          agent={current.agent}
          sessionId={current.sessionId}
          onPet={setActivePet}
          onSetup={onSetup}
        />
      );
  }
}

function FirstChat({ agentId }: { agentId: string }) {
  const openPet = useOpenPet();
  const opening = useQuery({ queryKey: ["first-chat", agentId], queryFn: () => openPet(agentId), gcTime: 0 });
  if (!opening.isError) return <ChatSkeleton />;
  return (
    <Failure
      title={t`The chat could not be started`}
      isBusy={opening.isFetching}
      onRetry={() => void opening.refetch()}
    />
  );
}

function Failure({ title, isBusy, onRetry }: { title: string; isBusy: boolean; onRetry: () => void }) {
  return (
    <div className="p-4 sm:p-6">
      <h1 className="sr-only">{t`Chat`}</h1>
      <LoadError title={title} isBusy={isBusy} onRetry={onRetry}>
        {t`Please check your connection.`}
      </LoadError>
    </div>
  );
}

function NoPet({ pets, onSetup }: { pets: readonly Agent[]; onSetup: () => void }) {
  const mayMake = mayEditAgents(useUser());
  const demo = useAgents().data?.demo;
  const last = useLatestChats().data?.find((chat) => pets.some(({ id }) => id === chat.agentId));
  return (
    <EmptyState
      as="h1"
      art={<EmptyChat />}
      title={t`Please Load a Pet First`}
      action={
        <>
          {last && (
            <Button onClick={() => setActivePet({ agentId: last.agentId, sessionId: last.id })}>
              {t`Continue the last chat`}
            </Button>
          )}
          <Button variant={last ? "outline" : "primary"} onClick={onSetup}>
            {t`Go to Setup`}
          </Button>
          {demo && (
            <Button asChild variant="outline">
              <Link href={`/chat/${demo.id}`}>{t`Chat with ${{ name: demo.name }}`}</Link>
            </Button>
          )}
        </>
      }
      className="py-16"
    >
      {whatToDo(pets.length > 0, mayMake)}
    </EmptyState>
  );
}

function whatToDo(hasPets: boolean, mayMake: boolean): string {
  if (hasPets && mayMake) return t`Choose one of your saved pets, or make a new one, and it will be here to talk.`;
  if (hasPets) return t`Choose one of your saved pets, and it will be here to talk.`;
  if (mayMake) return t`Make your pet, and it will be here to talk.`;
  return t`As soon as somebody shares a pet with you, it will be here to talk.`;
}
