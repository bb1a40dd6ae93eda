import { plural, t } from "@lingui/core/macro";
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type ChatPage,
  deleteChat,
  getTranscript,
  type HistoryScope,
  listChats,
  searchChats,
  type Transcript,
} from "#shared/api/history.ts";
import { setActivePet, useActivePet } from "@/domain/pets/active-pet.ts";
import { ApiError, call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { messagesKey, refreshMessages } from "./messages.ts";

const PAGE_SIZE = 30;
const TRY_AGAIN = t`Please try again.`;

/** An empty query stands for the whole list. */
type Listing = { scope: HistoryScope; query: string };
type Pages = InfiniteData<ChatPage, string | undefined>;

const historyKey = ["/api/admin/chat-sessions"] as const;
const pagesKey = [...historyKey, "pages"] as const;
const listingKey = ({ scope, query }: Listing) => [...pagesKey, scope, query];
const transcriptKey = (id: string) => [...historyKey, id];

export function useChatList(listing: Listing) {
  const query = useInfiniteQuery<ChatPage, Error, Pages, readonly string[], string | undefined>({
    queryKey: listingKey(listing),
    queryFn: ({ pageParam, signal }) => fetchPage(listing, pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // The chat tab adds messages without updating this list.
    refetchOnMount: "always",
  });
  const pages = query.data?.pages ?? [];
  const { total = 0, isTotalExact = true } = pages.at(-1) ?? {};
  return { query, chats: pages.flatMap((page) => page.sessions), total, isTotalExact };
}

/** The list shows a search only once its first page is there. */
export function useChatSearch(scope: HistoryScope, onFound: (query: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: string) => fetchPage({ scope, query }, undefined),
    onSuccess: (page, query) => {
      client.setQueryData<Pages>(listingKey({ scope, query }), { pages: [page], pageParams: [undefined] });
      onFound(query);
      if (page.total === 0) toast({ title: t`No results found`, description: t`No chat holds "${query}".` });
      else toast({ title: t`Search completed`, description: foundSentence(page) });
    },
    onError: (error) => toastError(t`Search failed`, error, TRY_AGAIN),
  });
}

export async function refreshChat(client: QueryClient, sessionId: string): Promise<void> {
  await refreshMessages(client, sessionId);
  await client.invalidateQueries({ queryKey: historyKey });
}

export const useRefreshChats = (scope: HistoryScope): (() => void) => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: listingKey({ scope, query: "" }) });
};

export const useTranscript = (id: string) =>
  useQuery({ queryKey: transcriptKey(id), queryFn: () => fetchTranscript(id), refetchOnMount: "always" });

export function useTranscriptForPrint(onReady: (transcript: Transcript) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      client.fetchQuery({ queryKey: transcriptKey(id), queryFn: () => fetchTranscript(id), staleTime: 0 }),
    onSuccess: (transcript) => {
      onReady(transcript);
      toast({ title: t`Print initiated`, description: t`Chat session sent to printer` });
    },
    onError: (error) => toastError(t`The chat could not be printed`, error, TRY_AGAIN),
  });
}

interface ChatDeletion {
  id: string;
  /** What was remembered from the chat. */
  memories?: "keep" | "forget";
}

export function useDeleteChat(onDeleted: () => void) {
  const client = useQueryClient();
  const active = useActivePet();
  return useMutation({
    mutationFn: ({ id, memories }: ChatDeletion) => call(deleteChat, { params: { id }, query: { memories } }),
    onSuccess: (_done, { id }) => {
      forget(client, id);
      if (active?.sessionId === id) setActivePet(null);
      onDeleted();
      toast({ title: t`Chat session deleted successfully` });
    },
    onError: (error) => {
      // Another tab may have deleted it already.
      if (error instanceof ApiError && error.status === 404) void client.invalidateQueries({ queryKey: pagesKey });
      toastError(t`Failed to delete chat session`, error, TRY_AGAIN);
    },
  });
}

function forget(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>({ queryKey: pagesKey }, (cached) => {
    if (cached === undefined || !cached.pages.some((page) => page.sessions.some((chat) => chat.id === id)))
      return cached;
    const pages = cached.pages.map((page) => ({
      ...page,
      sessions: page.sessions.filter((chat) => chat.id !== id),
      total: page.isTotalExact ? page.total - 1 : page.total,
    }));
    return { ...cached, pages };
  });
  client.removeQueries({ queryKey: transcriptKey(id) });
  client.removeQueries({ queryKey: messagesKey(id) });
}

function fetchPage({ scope, query }: Listing, cursor: string | undefined, signal?: AbortSignal): Promise<ChatPage> {
  const page = { scope, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
  const options = signal === undefined ? {} : { signal };
  return query === ""
    ? call(listChats, { query: page }, options)
    : call(searchChats, { body: { ...page, query } }, options);
}

const fetchTranscript = (id: string) => call(getTranscript, { params: { id } });

function foundSentence({ total, isTotalExact }: ChatPage): string {
  const sessions = plural(total, { one: "# chat session", other: "# chat sessions" });
  return isTotalExact ? t`Found ${sessions}` : t`Found more than ${sessions}`;
}
