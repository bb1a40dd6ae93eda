import { t } from "@lingui/core/macro";
import { ArrowDown } from "lucide-react";
import { useMemo } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { Choice, Message } from "#shared/api/chat.ts";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { ApiError } from "@/lib/api.ts";
import { MessagesSkeleton } from "./chat-skeleton.tsx";
import { MessageLines } from "./message-lines.tsx";
import { Opening, useOpening, WayBack, type WayBackProps } from "./opening.tsx";
import { type Line, withGreeting } from "./timeline.ts";
import type { useMessages } from "./use-messages.ts";
import { useStickToBottom } from "./use-stick-to-bottom.ts";
import type { TeachableReplies } from "./use-teaching.ts";

/** The distance from the top at which the next older page is fetched. */
const LOAD_AHEAD_PX = 300;

type MessageListProps = Pick<ReturnType<typeof useMessages>, "query" | "older"> &
  Omit<WayBackProps, "agentId"> & {
    agent: Agent;
    isTemporary: boolean;
    lines: readonly Line[];
    /** Questions asked on this page; when it grows, the list scrolls to its end. */
    turns: number;
    onAsk: (question: string) => void;
    onRetry: (question: Message) => void;
    onPlay: (url: string) => void;
    onPick: (choice: Choice) => void;
    onEdit: (question: Message) => void;
    onVersion: (messageId: string) => void;
    teaches: TeachableReplies;
    onTeach: (reply: Message) => void;
    onNewChat: () => void;
  };

export function MessageList({ agent, sessionId, isTemporary, lines, turns, query, older, ...on }: MessageListProps) {
  const firstMessage = lines.find((line) => line.kind === "message");
  const stick = useStickToBottom(`${sessionId} ${turns}`, firstMessage?.key);
  const isEmpty = lines.length === 0;
  const opening = useOpening(agent, sessionId, isEmpty && query.isSuccess);
  const greeting = opening.data?.greeting ?? null;
  const shown = useMemo(() => withGreeting(lines, greeting), [lines, greeting]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={stick.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable without a mouse
        tabIndex={0}
        aria-label={t`Messages`}
        onScroll={(event) => {
          stick.onScroll();
          if (older.isLeft && !older.isError && event.currentTarget.scrollTop < LOAD_AHEAD_PX) older.load();
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-3"
      >
        <div ref={stick.content} className="mx-auto flex min-h-full w-full max-w-3xl flex-col px-3 py-5 sm:px-5">
          {older.isLeft && <OlderMessages older={older} />}
          {isEmpty && query.isPending && <MessagesSkeleton />}
          {isEmpty && query.isSuccess && (
            <Opening agent={agent} opening={opening} isTemporary={isTemporary} onAsk={on.onAsk}>
              <WayBack agentId={agent.id} sessionId={sessionId} onSession={on.onSession} onPet={on.onPet} />
            </Opening>
          )}
          {!isEmpty && (
            <MessageLines
              agent={agent}
              lines={shown}
              teaches={on.teaches}
              onRetry={on.onRetry}
              onPlay={on.onPlay}
              onPick={on.onPick}
              onEdit={on.onEdit}
              onVersion={on.onVersion}
              onTeach={on.onTeach}
            />
          )}
          {query.isError && <LoadFailure query={query} isTemporary={isTemporary} onNewChat={on.onNewChat} />}
        </div>
      </section>
      {!isEmpty && !stick.isAtEnd && (
        <Button
          variant="outline"
          size="sm"
          className="absolute inset-x-0 bottom-3 mx-auto w-fit whitespace-nowrap animate-fade-in shadow-card"
          onClick={stick.toEnd}
        >
          <ArrowDown aria-hidden="true" />
          <span>{t`Jump to latest`}</span>
        </Button>
      )}
    </div>
  );
}

/** Has a fixed height, so that the layout does not shift while a page is fetched. */
function OlderMessages({ older }: Pick<MessageListProps, "older">) {
  return (
    <div className="flex min-h-12 items-center justify-center gap-3 pb-2 text-ink-muted text-sm">
      {older.isLoading && <Spinner label={t`Loading earlier messages`} />}
      {!older.isLoading && older.isError && <span>{t`Earlier messages could not be loaded.`}</span>}
      {!older.isLoading && (
        <Button variant="ghost" size="sm" onClick={older.load}>
          {older.isError ? t`Try again` : t`Show earlier messages`}
        </Button>
      )}
    </div>
  );
}

function LoadFailure({ query, isTemporary, onNewChat }: Pick<MessageListProps, "query" | "isTemporary" | "onNewChat">) {
  const isGone = query.error instanceof ApiError && query.error.code === "not_found";
  return (
    <Notice
      tone="error"
      className="my-4"
      title={isGone ? t`This chat is no longer there` : t`The messages could not be loaded`}
      action={
        isGone ? (
          <Button variant="outline" size="sm" onClick={onNewChat}>
            {t`Start a new chat`}
          </Button>
        ) : (
          <Button variant="outline" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t`Try again`}
          </Button>
        )
      }
    >
      {!isGone && <span>{t`Please check your connection.`}</span>}
      {isGone && isTemporary && <span>{t`It ended an hour after its last word, and nothing of it was kept.`}</span>}
    </Notice>
  );
}
