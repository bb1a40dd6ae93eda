import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Agent } from "#shared/api/agents.ts";
import { getOpening, type Opening as OpeningWords } from "#shared/api/opening.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useLatestChats } from "@/domain/chats/messages.ts";
import { useDiaryAnswers, useDiaryQuestions } from "@/domain/diary/diary.ts";
import { call } from "@/lib/api.ts";
import type { Elements } from "@/lib/elements.ts";
import { MessagesSkeleton } from "./chat-skeleton.tsx";
import { NextQuestion } from "./next-question.tsx";

/**
 * How the chat begins. It is asked for while the chat is empty, and kept as long as the page is: what the pet said first
 * stays above what follows.
 */
export function useOpening(agent: Agent, sessionId: string, isEmpty: boolean): UseQueryResult<OpeningWords> {
  return useQuery({
    queryKey: ["/api/agents", agent.id, "opening", sessionId],
    queryFn: () => call(getOpening, { params: { id: agent.id } }),
    enabled: isEmpty,
  });
}

type OpeningProps = {
  agent: Agent;
  opening: UseQueryResult<OpeningWords>;
  onAsk: (question: string) => void;
  /** The way back to other chats. */
  children: Elements;
};

/** An empty chat: the pet, what it says of itself, and questions to begin with. */
export function Opening({ agent, opening, onAsk, children }: OpeningProps) {
  // Nothing is shown before all of it is there: each part that came later would move the others.
  const parts = [opening, useLatestChats(), useDiaryQuestions(), useDiaryAnswers(agent.id, agent.canEditDiary)];
  if (parts.some(({ isLoading }) => isLoading)) return <MessagesSkeleton />;
  const { greeting = null, starters = [] } = opening.data ?? {};
  return (
    <div className="m-auto flex w-full max-w-md flex-col items-center gap-4 py-6 text-center">
      <PetAvatar src={agent.avatarUrl} species={agent.species} size="xl" className="mb-4" />
      {greeting !== null && (
        <p lang={agent.language} dir="auto" className="text-balance">
          {greeting}
        </p>
      )}
      <p className="text-balance font-display font-semibold text-xl">
        I'm ready for a conversation. How are you doing today?
      </p>
      {starters.length > 0 && (
        <ul aria-label="Questions to begin with" lang={agent.language} className="flex flex-wrap justify-center gap-2">
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
      {agent.canEditDiary && (
        // In a wide window it is in the panel about the pet.
        <div className="w-full text-left lg:hidden">
          <NextQuestion agent={agent} isFolded />
        </div>
      )}
    </div>
  );
}
