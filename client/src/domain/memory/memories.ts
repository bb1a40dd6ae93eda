import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type EventDate,
  editMemory,
  forgetMemory,
  listMemories,
  type MemoryStatus,
  type MemoryStore,
} from "#shared/api/memory.ts";
import { messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";

const memoriesKey = (agentId: string) => ["/api/agents", agentId, "memories"] as const;

type WantedMemories = { store?: MemoryStore; status: MemoryStatus; q?: string };

/** What the pet knows about the person who is signed in, or of its own life. */
export const useMemories = (agentId: string, { store = "person", status, q = "" }: WantedMemories) =>
  useQuery({
    queryKey: [...memoriesKey(agentId), store, status, q],
    queryFn: () =>
      call(listMemories, { params: { id: agentId }, query: { store, status, ...(q === "" ? {} : { q }) } }),
    // A chat that has become quiet, or another tab, may have changed it.
    staleTime: 0,
    // While a search is under way; never what another pet knows, or what is another store's.
    placeholderData: (shown, before) =>
      before?.queryKey[1] === agentId && before.queryKey[3] === store ? shown : undefined,
  });

/** How many memories of its life the pet has: for those who keep its diary. */
export const usePetMemoryCount = (agentId: string): number =>
  useMemories(agentId, { store: "pet", status: "active" }).data?.memories.length ?? 0;

export const refreshMemories = (client: QueryClient, agentId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: memoriesKey(agentId) });

/**
 * A change of one memory or of all. Whatever came of it, the lists are read again: another tab may have been first. So is the
 * chat in which it was suggested, the next time that it is opened.
 */
export function useMemoryChange<Input>(
  agentId: string,
  change: (input: Input) => Promise<unknown>,
  sessionId: string | null = null,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(t`That was not saved`, error, t`Please try again.`),
    onSettled: () => {
      if (sessionId !== null) void client.invalidateQueries({ queryKey: messagesKey(sessionId), refetchType: "none" });
      return refreshMemories(client, agentId);
    },
  });
}

/** What can be done with one memory, here and under a reply. */
export function useMemoryActions({ id, agentId }: { id: string; agentId: string }) {
  const edit = useMemoryChange(agentId, (body: { text?: string; date?: EventDate | null; isMuted?: boolean }) =>
    call(editMemory, { params: { id }, body }),
  );
  const forget = useMemoryChange(agentId, () => call(forgetMemory, { params: { id } }));
  return { edit, forget, isBusy: edit.isPending || forget.isPending };
}
