import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";
import { listMessages, type Message } from "../../../../shared/api/chat.ts";

const PAGE_SIZE = 50;
const POLL_MS = 1000;

/** One list per chat in the cache: the newest page, and above it what was loaded by scrolling up. */
export function useMessages(sessionId: string, poll: (messages: readonly Message[]) => boolean = () => false) {
  const client = useQueryClient();
  const queryKey = messagesKey(sessionId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const newest = await call(listMessages, { params: { sessionId }, query: { limit: PAGE_SIZE } }, { signal });
      return joinPages(client.getQueryData<Message[]>(queryKey) ?? [], newest);
    },
    // A reply may have come while another tab of the screen was shown.
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (poll(state.data ?? []) ? POLL_MS : false),
  });

  const [startReachedIn, setStartReachedIn] = useState<string | null>(null);
  const messages = query.data ?? [];
  const older = useMutation({
    mutationFn: (before: string) => call(listMessages, { params: { sessionId }, query: { limit: PAGE_SIZE, before } }),
    onSuccess: (page, before) => {
      if (page.length < PAGE_SIZE) setStartReachedIn(sessionId);
      client.setQueryData<Message[]>(queryKey, (held) => (held?.[0]?.id === before ? [...page, ...held] : held));
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
 * Puts a newer page under what is held. Of messages in both the newer version counts; where the two do not touch, what
 * lies between is unknown, so only the newer page stays.
 */
function joinPages(held: readonly Message[], newer: readonly Message[]): Message[] {
  const from = held.findIndex((message) => message.id === newer[0]?.id);
  return from === -1 ? [...newer] : [...held.slice(0, from), ...newer];
}
