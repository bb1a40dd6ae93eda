import { t } from "@lingui/core/macro";
import { type QueryClient, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { Agent } from "#shared/api/agents.ts";
import type { LatestChat } from "#shared/api/chat.ts";
import { getOpening, type Opening as OpeningWords } from "#shared/api/opening.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useLatestChats } from "@/domain/chats/messages.ts";
import { useDiaryAnswers, useDiaryQuestions } from "@/domain/diary/diary.ts";
import { useMemories } from "@/domain/memory/memories.ts";
import { SuggestionCards } from "@/domain/memory/suggestion-cards.tsx";
import type { ActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import type { Elements } from "@/lib/elements.ts";
import { dayName, timeOf } from "@/lib/formats.ts";
import { MessagesSkeleton } from "./chat-skeleton.tsx";
import { NextQuestion } from "./next-question.tsx";
import { TemporaryOffer } from "./temporary-chat.tsx";

/** Where nothing is known of how to begin. */
const READY = t`I'm ready for a conversation. How are you doing today?`;

/** Of the chats before; the page of memories has all. */
const SUGGESTIONS_SHOWN = 3;

const openingKey = (agentId: string, sessionId: string) => ["/api/agents", agentId, "opening", sessionId];

/** What stands on the screen before the first question; undefined where the chat was not empty. */
export function greetingOnScreen(client: QueryClient, agentId: string, sessionId: string): string | undefined {
  const opening = client.getQueryData<OpeningWords>(openingKey(agentId, sessionId));
  return opening && [opening.greeting, opening.ready].filter((words) => words !== null).join(" ");
}

/** Kept as long as the page: the greeting stays above what follows. */
export function useOpening(agent: Agent, sessionId: string, isEmpty: boolean): UseQueryResult<OpeningWords> {
  return useQuery({
    queryKey: openingKey(agent.id, sessionId),
    queryFn: () => call(getOpening, { params: { id: agent.id } }),
    enabled: isEmpty,
  });
}

type OpeningProps = {
  agent: Agent;
  opening: UseQueryResult<OpeningWords>;
  isTemporary: boolean;
  onAsk: (question: string) => void;
  children: Elements;
};

export function Opening({ agent, opening, isTemporary, onAsk, children }: OpeningProps) {
  // Nothing is shown before all of it is there: each part that came later would move the others.
  const suggested = useMemories(agent.id, { status: "pending" });
  const parts = [
    opening,
    suggested,
    useLatestChats(),
    useDiaryQuestions(),
    useDiaryAnswers(agent.id, agent.canEditDiary),
  ];
  const isReading = suggested.isFetching && !suggested.isFetchedAfterMount;
  if (isReading || parts.some(({ isLoading }) => isLoading)) return <MessagesSkeleton />;
  const { greeting = null, ready = READY, starters = [] } = opening.data ?? {};
  return (
    <div className="m-auto flex w-full max-w-md flex-col items-center gap-4 py-6 text-center">
      <PetAvatar src={agent.avatarUrl} species={agent.species} size="xl" className="mb-4" />
      {/* Both in one breath: a person says hello once. */}
      <p className="text-balance font-display font-semibold text-xl">
        {greeting !== null && (
          <>
            <span lang={agent.language} dir="auto">
              {greeting}
            </span>
            <span> </span>
          </>
        )}
        <span lang={opening.data === undefined ? undefined : agent.language} dir="auto">
          {ready}
        </span>
      </p>
      {!isTemporary && suggested.data !== undefined && (
        <SuggestionCards suggestions={suggested.data.memories.slice(0, SUGGESTIONS_SHOWN)} petName={agent.name} />
      )}
      {starters.length > 0 && (
        <ul
          aria-label={t`Questions to begin with`}
          lang={agent.language}
          className="flex flex-wrap justify-center gap-2"
        >
          {starters.map(({ question, isKnown }) => (
            <li key={question} className="max-w-full">
              <Button
                variant="outline"
                size="sm"
                dir="auto"
                className={isKnown ? "" : "border-dashed"}
                onClick={() => onAsk(question)}
              >
                {question}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {children}
      {!isTemporary && <TemporaryOffer agentId={agent.id} />}
      {agent.canEditDiary && !agent.diedOn && (
        // In a wide window the panel about the pet has it.
        <div className="w-full text-start lg:hidden">
          <NextQuestion agent={agent} isFolded />
        </div>
      )}
    </div>
  );
}

export type WayBackProps = {
  agentId: string;
  /** The empty chat that is open. */
  sessionId: string;
  onSession: (sessionId: string) => void;
  /** Left out where the screen can't change its pet. */
  onPet?: ((chat: ActivePet) => void) | undefined;
};

export function WayBack({ agentId, sessionId, onSession, onPet }: WayBackProps) {
  const latest = useLatestChats();
  const chats = latest.data?.filter(hasMessage) ?? [];
  const own = chats.find((chat) => chat.agentId === agentId && chat.id !== sessionId);
  // Not the demo pet, which has a page of its own.
  const pets = useAgents().data?.agents ?? [];
  const other = onPet && chats.find((chat) => chat.agentId !== agentId && pets.some(({ id }) => id === chat.agentId));
  const isOtherLater =
    other !== undefined && (own === undefined || other.lastMessage.createdAt > own.lastMessage.createdAt);
  if (own === undefined && !isOtherLater) return null;
  return (
    <ul aria-label={t`Chats to go on with`} className="flex w-full animate-fade-in flex-col gap-2">
      {own !== undefined && <Offer label={t`Continue the last chat`} chat={own} onGo={() => onSession(own.id)} />}
      {isOtherLater && (
        <Offer
          label={t`Back to ${{ agentName: other.agentName }}`}
          chat={other}
          onGo={() => onPet?.({ agentId: other.agentId, sessionId: other.id })}
        />
      )}
    </ul>
  );
}

type ChatWithMessage = LatestChat & { lastMessage: NonNullable<LatestChat["lastMessage"]> };

const hasMessage = (chat: LatestChat): chat is ChatWithMessage => chat.lastMessage !== null;

function Offer({ label, chat, onGo }: { label: string; chat: ChatWithMessage; onGo: () => void }) {
  const { createdAt } = chat.lastMessage;
  return (
    <li>
      <Button
        variant="outline"
        className="h-auto w-full justify-start gap-3 whitespace-normal rounded-card py-3 text-start"
        onClick={onGo}
      >
        <History aria-hidden="true" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="wrap-anywhere">{label}</span>
          <span className="font-normal text-ink-muted text-sm">
            <time dateTime={createdAt}>{`${dayName(createdAt)}, ${timeOf(createdAt)}`}</time>
          </span>
          {chat.lastQuestion !== null && (
            <span dir="auto" className="wrap-anywhere line-clamp-2 font-normal text-ink-muted text-sm">
              {t`You: ${{ question: chat.lastQuestion }}`}
            </span>
          )}
        </span>
      </Button>
    </li>
  );
}
