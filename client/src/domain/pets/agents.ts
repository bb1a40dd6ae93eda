import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { type Agent, type AgentList, getAgent, listAgents } from "../../../../shared/api/agents.ts";

export const agentsKey = ["/api/agents"] as const;

const READING_POLL_MS = 1500;

/** The pets that the signed-in person may use. */
export const useAgents = () => useQuery({ queryKey: agentsKey, queryFn: () => call(listAgents, {}) });

/** Keeps a pet of the list up to date while its documents are being read. The list itself may have thousands of pets. */
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
        (held) => held && { ...held, agents: held.agents.map((agent) => (agent.id === id ? read : agent)) },
      );
      return read.isReading;
    },
  });
}

/** Fetches only the list again: the keys of a pet's documents and diary begin with the same words. */
export const refreshAgents = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: agentsKey, exact: true });
