import { PetChat } from "@/app/pet-chat.tsx";
import { EmptyChat } from "@/components/art/empty-chat.tsx";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { ChatSkeleton } from "@/features/chat/chat-skeleton.tsx";

/** The chat with the pet that is loaded. */
export function ChatTab({ onSetup }: { onSetup: () => void }) {
  useUnlockedPlayer();
  const active = useActivePet();
  const agents = useAgents({ watchedId: active?.agentId });
  if (active === null) return <NoPet onSetup={onSetup} />;
  if (agents.isPending) return <ChatSkeleton />;
  if (agents.isError) {
    return (
      <div className="p-4 sm:p-6">
        <h1 className="sr-only">Chat</h1>
        <Notice
          tone="error"
          title="Your pets could not be loaded"
          action={
            <Button variant="outline" size="sm" busy={agents.isFetching} onClick={() => void agents.refetch()}>
              Try again
            </Button>
          }
        >
          Please check your connection.
        </Notice>
      </div>
    );
  }
  const agent = agents.data.agents.find((pet) => pet.id === active.agentId);
  if (agent === undefined) return <NoPet onSetup={onSetup} />;
  return <PetChat key={agent.id} agent={agent} sessionId={active.sessionId} onSetup={onSetup} />;
}

function NoPet({ onSetup }: { onSetup: () => void }) {
  return (
    <EmptyState
      as="h1"
      art={<EmptyChat />}
      title="Please Load a Pet First"
      action={<Button onClick={onSetup}>Go to Setup</Button>}
      className="py-16"
    >
      Choose one of your saved pets, or make a new one, and it will be here to talk.
    </EmptyState>
  );
}
