import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Agent, AgentList } from "#shared/api/agents.ts";
import { fetchLatestChats } from "@/domain/chats/messages.ts";
import { type ActivePet, activePetNow, setActivePet, useActivePet, useIsCleared } from "./active-pet.ts";
import { findPet, useAgents, useReadingPet } from "./agents.ts";

type CurrentPet =
  | { status: "loading" }
  | { status: "failed"; isBusy: boolean; retry: () => void }
  | { status: "none"; agents: readonly Agent[]; isCleared: boolean }
  | { status: "chosen"; agent: Agent; sessionId: string };

/**
 * This tab's pet and chat. Where the tab has none, or its pet is gone, the account's last ones are resumed. `none`:
 * there is no such pet, or the person has left the chat.
 */
export function useCurrentPet(): CurrentPet {
  const active = useActivePet();
  const isCleared = useIsCleared();
  const agents = useAgents();
  const client = useQueryClient();
  const pets = agents.data?.agents;
  const agent = pets?.find((pet) => pet.id === active?.agentId);
  useReadingPet(agent);
  const isMissing = pets !== undefined && agent === undefined;
  const resumption = useQuery({
    queryKey: ["resumption"],
    enabled: isMissing && !isCleared,
    // Asked anew each time that a pet is missing.
    staleTime: 0,
    gcTime: 0,
    queryFn: () => (agents.data === undefined ? false : resume(client, active, agents.data)),
  });
  if (active !== null && agent !== undefined) return { status: "chosen", agent, sessionId: active.sessionId };
  if (agents.isError && pets === undefined)
    return { status: "failed", isBusy: agents.isFetching, retry: () => void agents.refetch() };
  if (pets === undefined) return { status: "loading" };
  if (resumption.isError)
    return { status: "failed", isBusy: resumption.isFetching, retry: () => void resumption.refetch() };
  return resumption.isFetching ? { status: "loading" } : { status: "none", agents: pets, isCleared };
}

/** The active pet may only be beyond the cut list. The person may choose another pet while this is asked. */
async function resume(client: QueryClient, missing: ActivePet | null, list: AgentList): Promise<boolean> {
  if (missing !== null && (await findPet(client, list, missing.agentId)) !== undefined) return true;
  const last = await lastUsable(client, list);
  if (activePetNow() !== missing) return true;
  setActivePet(last === undefined ? null : { agentId: last.agentId, sessionId: last.id });
  return last !== undefined;
}

async function lastUsable(client: QueryClient, list: AgentList) {
  const chats = await fetchLatestChats();
  const listed = chats.find((chat) => list.agents.some((pet) => pet.id === chat.agentId));
  const [latest] = chats;
  if (!list.nextCursor || latest === undefined || listed === latest) return listed;
  return (await findPet(client, list, latest.agentId)) === undefined ? listed : latest;
}
