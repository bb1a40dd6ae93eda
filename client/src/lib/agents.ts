import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { listAgents } from "../../../shared/api/agents.ts";
import { createSession } from "../../../shared/api/chat.ts";
import { type ActivePet, setActivePet } from "./active-pet.ts";
import { call } from "./api.ts";

export const agentsKey = ["/api/agents"] as const;
export const sessionMessagesKey = (sessionId: string) => ["/api/sessions", sessionId, "messages"] as const;

const READING_POLL_MS = 1500;

/** The pets that the signed-in person may use; asked for again and again only while the watched one is reading. */
export const useAgents = ({ watchedId }: { watchedId?: string | undefined } = {}) =>
  useQuery({
    queryKey: agentsKey,
    queryFn: () => call(listAgents, {}),
    refetchInterval: ({ state }) =>
      state.data?.agents.some(({ id, isReading }) => id === watchedId && isReading) ? READING_POLL_MS : false,
  });

/** The list alone: keys of one pet's documents and diary begin alike. */
export const refreshAgents = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: agentsKey, exact: true });

/** Loads a pet with a new, empty chat. */
export function useOpenPet(): (agentId: string) => Promise<ActivePet> {
  const client = useQueryClient();
  return async (agentId) => {
    const session = await call(createSession, { body: { agentId } });
    const opened = { agentId, sessionId: session.id };
    client.setQueryData(sessionMessagesKey(session.id), []);
    setActivePet(opened);
    return opened;
  };
}
