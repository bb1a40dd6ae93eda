import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Agent, type AgentList, getAgent, listAgents } from "#shared/api/agents.ts";
import { ApiError, call } from "@/lib/api.ts";
import { activePetNow } from "./active-pet.ts";

export const agentsKey = ["/api/agents"] as const;

const FOUND_AT_ONCE = 20;
const READING_POLL_MS = 1500;

/** All pets, or the newest where there are very many (`nextCursor`), with those that were found elsewhere. */
export const useAgents = () => useQuery({ queryKey: agentsKey, queryFn: fetchAgents });

/** The open pet stays in the list, however many are newer. */
async function fetchAgents(): Promise<AgentList> {
  const list = await call(listAgents, {});
  const openId = activePetNow()?.agentId;
  const open = openId === undefined ? undefined : await fetchPet(list, openId);
  return withPet(list, open);
}

/** Asks the server where the list is cut; undefined where the person may not use the pet. */
async function fetchPet(list: AgentList, id: string): Promise<Agent | undefined> {
  const listed = list.agents.find((pet) => pet.id === id);
  if (listed !== undefined || !list.nextCursor) return listed;
  try {
    return await call(getAgent, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}

export async function findPet(client: QueryClient, list: AgentList, id: string): Promise<Agent | undefined> {
  const found = await fetchPet(list, id);
  if (found !== undefined) keepPetInList(client, found);
  return found;
}

export function keepPetInList(client: QueryClient, pet: Agent): void {
  client.setQueryData<AgentList>(agentsKey, (cached) => cached && withPet(cached, pet));
}

function withPet(list: AgentList, pet: Agent | undefined): AgentList {
  if (pet === undefined || list.agents.some(({ id }) => id === pet.id)) return list;
  return { ...list, agents: [...list.agents, pet] };
}

export const useFoundPets = (q: string) =>
  useInfiniteQuery({
    queryKey: [...agentsKey, "found", q],
    staleTime: 0,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call(
        listAgents,
        { query: { q: q || undefined, cursor: pageParam || undefined, limit: FOUND_AT_ONCE } },
        { signal },
      ),
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Fetches this pet alone while its documents are read, because the list may have thousands. */
export function useReadingPet(pet: Agent | undefined): void {
  const client = useQueryClient();
  const id = pet?.id ?? "";
  useQuery({
    queryKey: [...agentsKey, id, "reading"],
    enabled: pet?.isReading === true,
    refetchInterval: READING_POLL_MS,
    gcTime: 0,
    queryFn: async () => {
      const read = await call(getAgent, { params: { id } });
      client.setQueryData<AgentList>(
        agentsKey,
        (cached) => cached && { ...cached, agents: cached.agents.map((agent) => (agent.id === id ? read : agent)) },
      );
      return read.isReading;
    },
  });
}

/** Only the lists: the keys of a pet's documents and diary begin with the same words. */
export async function refreshAgents(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: agentsKey, exact: true }),
    client.invalidateQueries({ queryKey: [...agentsKey, "found"] }),
  ]);
}
