import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { listAgents } from "../../../../shared/api/agents.ts";

export const agentsKey = ["/api/agents"] as const;

const READING_POLL_MS = 1500;

/** The pets that the signed-in person may use. Polled only while documents of the pet `watchedId` are being read. */
export const useAgents = ({ watchedId }: { watchedId?: string | undefined } = {}) =>
  useQuery({
    queryKey: agentsKey,
    queryFn: () => call(listAgents, {}),
    refetchInterval: ({ state }) =>
      state.data?.agents.some(({ id, isReading }) => id === watchedId && isReading) ? READING_POLL_MS : false,
  });

/** Fetches only the list again: the keys of a pet's documents and diary begin with the same words. */
export const refreshAgents = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: agentsKey, exact: true });
