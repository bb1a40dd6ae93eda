import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listMessages, type Message } from "#shared/api/chat.ts";
import { messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";

const PAGE_SIZE = 50;
const POLL_MS = 1000;

interface MessagesOptions {
  poll: (messages: readonly Message[]) => boolean;
  /** Nobody sees the messages: they are fetched once afterwards. */
  isCovered: boolean;
}

/** Oldest first: the newest page, and before it the pages loaded by scrolling up. */
export function useMessages(sessionId: string, { poll, isCovered }: MessagesOptions) {
  const client = useQueryClient();
  const queryKey = messagesKey(sessionId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const newest = await call(listMessages, { params: { sessionId }, query: { limit: PAGE_SIZE } }, { signal });
      return joinPages(client.getQueryData<Message[]>(queryKey) ?? [], newest);
    },
    enabled: !isCovered,
    // A reply may have been stored while another tab of the product was shown.
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (poll(state.data ?? []) ? POLL_MS : false),
  });

  const [startReachedIn, setStartReachedIn] = useState<string | null>(null);
  const messages = query.data ?? [];
  const older = useMutation({
    mutationFn: (before: string) => call(listMessages, { params: { sessionId }, query: { limit: PAGE_SIZE, before } }),
    onSuccess: (page, before) => {
      if (page.length < PAGE_SIZE) setStartReachedIn(sessionId);
      client.setQueryData<Message[]>(queryKey, (cached) =>
        cached?.[0]?.id === before ? [...page, ...cached] : cached,
      );
    },
  });
  const first = messages[0];
  return {
    query,
    messages,
    older: {
      isLeft: messages.length >= PAGE_SIZE && startReachedIn !== sessionId,
      isLoading: older.isPending,
      isError: older.isError,
      load: () => {
        if (first !== undefined && !older.isPending) older.mutate(first.id);
      },
    },
  };
}

/**
 * Of messages in both, the newer version is kept. If the pages don't overlap, messages between them may be missing, so
 * only the newer page stays.
 */
function joinPages(cached: readonly Message[], newer: readonly Message[]): Message[] {
  const from = cached.findIndex((message) => message.id === newer[0]?.id);
  return from === -1 ? [...newer] : [...cached.slice(0, from), ...newer];
}
