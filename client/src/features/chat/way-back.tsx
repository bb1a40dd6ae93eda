import { History } from "lucide-react";
import type { LatestChat } from "#shared/api/chat.ts";
import { Button } from "@/components/ui/button.tsx";
import { useLatestChats } from "@/domain/chats/messages.ts";
import type { ActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { dayName, timeOf } from "@/lib/dates.ts";

export type WayBackProps = {
  agentId: string;
  /** The empty chat that is open. */
  sessionId: string;
  onSession: (sessionId: string) => void;
  /** Opens a chat with another pet; without it none is offered. */
  onPet?: ((chat: ActivePet) => void) | undefined;
};

/** In an empty chat, the way to the last one with this pet, and to a later one with another pet. */
export function WayBack({ agentId, sessionId, onSession, onPet }: WayBackProps) {
  const latest = useLatestChats();
  const chats = latest.data?.filter(isGoing) ?? [];
  const own = chats.find((chat) => chat.agentId === agentId && chat.id !== sessionId);
  // The demo pet is not among them: it has a page of its own.
  const pets = useAgents().data?.agents ?? [];
  const other = onPet && chats.find((chat) => chat.agentId !== agentId && pets.some(({ id }) => id === chat.agentId));
  const isOtherLater =
    other !== undefined && (own === undefined || other.lastMessage.createdAt > own.lastMessage.createdAt);
  if (own === undefined && !isOtherLater) return null;
  return (
    <ul aria-label="Chats to go on with" className="flex w-full animate-fade-in flex-col gap-2">
      {own !== undefined && <Offer label="Continue the last chat" chat={own} onGo={() => onSession(own.id)} />}
      {isOtherLater && (
        <Offer
          label={`Back to ${other.agentName}`}
          chat={other}
          onGo={() => onPet?.({ agentId: other.agentId, sessionId: other.id })}
        />
      )}
    </ul>
  );
}

type Going = LatestChat & { lastMessage: NonNullable<LatestChat["lastMessage"]> };

const isGoing = (chat: LatestChat): chat is Going => chat.lastMessage !== null;

function Offer({ label, chat, onGo }: { label: string; chat: Going; onGo: () => void }) {
  const { role, content, createdAt } = chat.lastMessage;
  return (
    <li>
      <Button
        variant="outline"
        className="h-auto w-full justify-start gap-3 whitespace-normal rounded-card py-3 text-left"
        onClick={onGo}
      >
        <History aria-hidden="true" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="wrap-anywhere">{label}</span>
          <span className="font-normal text-ink-muted text-sm">
            <time dateTime={createdAt}>{`${dayName(createdAt)}, ${timeOf(createdAt)}`}</time>
          </span>
          <span dir="auto" className="wrap-anywhere line-clamp-1 font-normal text-ink-muted text-sm">
            {role === "user" ? `You: ${content}` : content}
          </span>
        </span>
      </Button>
    </li>
  );
}
