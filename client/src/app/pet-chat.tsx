import { Suspense, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { LoadingOverlay } from "@/components/ui/dialog.tsx";
import { type ActivePet, setActivePet, useActivePet } from "@/domain/pets/active-pet.ts";
import { ChatRoom } from "@/features/chat/chat-room.tsx";
import { keepDraft } from "@/features/chat/use-draft.ts";
import { lazyComponent } from "@/lib/part.ts";

const WalkScreen = lazyComponent(() => import("@/features/walk/walk-screen.tsx").then((m) => m.WalkScreen));

type PetChatProps = {
  agent: Agent;
  sessionId: string;
  onPet?: (chat: ActivePet) => void;
  onSetup: () => void;
};

export function PetChat({ agent, sessionId, onPet, onSetup }: PetChatProps) {
  const [isWalking, setWalking] = useState(false);
  // A new key shows the composer anew, with what a walk could not send.
  const [walks, setWalks] = useState(0);
  const leaveWalk = (unsent: string | Blob | null) => {
    setWalking(false);
    if (unsent === null) return;
    keepDraft(sessionId, unsent);
    setWalks(walks + 1);
  };
  const active = useActivePet();
  const isTemporary = active?.sessionId === sessionId && active.isTemporary === true;
  const moveTo = (opened: string) => setActivePet({ agentId: agent.id, sessionId: opened });
  return (
    <>
      <ChatRoom
        key={walks}
        agent={agent}
        sessionId={sessionId}
        isTemporary={isTemporary}
        onSession={moveTo}
        onPet={onPet}
        onSetup={onSetup}
        onWalk={() => setWalking(true)}
        isCovered={isWalking}
      />
      {isWalking && (
        <Suspense fallback={<LoadingOverlay onOpenChange={setWalking} />}>
          <WalkScreen
            agent={agent}
            sessionId={sessionId}
            isTemporary={isTemporary}
            onSession={moveTo}
            onLeave={leaveWalk}
          />
        </Suspense>
      )}
    </>
  );
}
