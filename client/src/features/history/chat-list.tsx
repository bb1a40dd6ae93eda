import { t } from "@lingui/core/macro";
import { useCallback, useEffectEvent } from "react";
import type { ChatEntry } from "#shared/api/history.ts";
import { EmptyHistory } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton, Spinner } from "@/components/ui/loading.tsx";
import { LoadError, Notice } from "@/components/ui/notice.tsx";
import { useChatList } from "@/domain/chats/chat-history.ts";
import { numberOf } from "@/lib/formats.ts";
import { ChatRow } from "./chat-row.tsx";

type ChatListProps = {
  searched: string;
  words: readonly string[];
  printingId: string | null | undefined;
  continueOf: (chat: ChatEntry) => (() => void) | undefined;
  onView: (chat: ChatEntry) => void;
  onPrint: (chat: ChatEntry) => void;
  onDelete: (chat: ChatEntry) => void;
  onChat: () => void;
};

export function ChatList({ searched, words, printingId, continueOf, onChat, ...on }: ChatListProps) {
  const { query, chats, total } = useChatList({ scope: "own", query: searched });
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError) void query.fetchNextPage();
  };
  const end = useNearEnd(more);

  if (query.isPending) return <ListSkeleton />;
  if (query.isError && !query.isFetchNextPageError && chats.length === 0)
    return (
      <Notice tone="error" title={t`Your chats could not be loaded`} action={<TryAgain query={query} />}>
        {t`Please check your connection.`}
      </Notice>
    );

  return (
    <section aria-labelledby="chat-sessions" className="flex flex-col gap-4">
      <h2 id="chat-sessions" className="text-xl">{t`Chat Sessions (${{ total: numberOf(total) }})`}</h2>
      {chats.length === 0 ? (
        <NoChats isSearch={searched !== ""} onChat={onChat} />
      ) : (
        <ul className="flex flex-col gap-4">
          {chats.map((chat) => (
            <li key={chat.id}>
              <ChatRow
                chat={chat}
                words={words}
                isPrinting={printingId === chat.id}
                onContinue={continueOf(chat)}
                onView={() => on.onView(chat)}
                onPrint={() => on.onPrint(chat)}
                onDelete={() => on.onDelete(chat)}
              />
            </li>
          ))}
        </ul>
      )}
      {query.isFetchNextPageError && (
        <LoadError title={t`More chats could not be loaded`} onRetry={() => void query.fetchNextPage()} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div ref={end} className="flex min-h-12 items-center justify-center">
          {query.isFetchingNextPage ? (
            <Spinner label={t`Loading more chats`} />
          ) : (
            <Button variant="ghost" size="sm" onClick={more}>
              {t`Show more chats`}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function TryAgain({ query }: { query: ReturnType<typeof useChatList>["query"] }) {
  return (
    <Button variant="outline" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
      {t`Try again`}
    </Button>
  );
}

function NoChats({ isSearch, onChat }: { isSearch: boolean; onChat: () => void }) {
  if (isSearch)
    return (
      <EmptyState as="h3" art={<EmptyHistory />} title={t`No sessions found matching your search`}>
        {t`Try another word, or the name of your pet.`}
      </EmptyState>
    );
  return (
    <EmptyState
      as="h3"
      art={<EmptyHistory />}
      title={t`No chat sessions found`}
      action={<Button onClick={onChat}>{t`Start Chatting`}</Button>}
    >
      {t`What you and your pet say to each other is kept here.`}
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{t`Loading your chats`}</span>
      <Skeleton className="h-6 w-44" />
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-4 rounded-card border border-line bg-surface-raised p-5">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="w-64 max-w-full" />
            <Skeleton className="w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

const AHEAD_PX = 600;

function useNearEnd(onNear: () => void): (end: Element | null) => (() => void) | undefined {
  const near = useEffectEvent(onNear);
  return useCallback((end: Element | null) => {
    // Without an observer the person uses the button there.
    if (end === null || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
}
