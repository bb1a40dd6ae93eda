import { Search } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { ChatEntry } from "#shared/api/history.ts";
import { limits } from "#shared/limits.ts";
import { searchWords } from "#shared/search-words.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Input } from "@/components/ui/input.tsx";
import { TooLongNote, tooLong } from "@/components/ui/too-long.tsx";
import { useChatList, useChatSearch, useDeleteChat, useRefreshChats } from "@/domain/chats/chat-history.ts";
import { AdminCard, countAfter } from "../admin-card.tsx";
import { PagedList } from "../list-states.tsx";
import { ChatRow } from "./chat-row.tsx";
import { TranscriptDialog } from "./transcript-dialog.tsx";

type OpenDialog = { kind: "view" | "delete"; chat: ChatEntry };

/** The chats of all users, with search. */
export function ChatSessionsTab() {
  const [query, setQuery] = useState("");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const list = useChatList({ scope: "all", query });
  const words = searchWords(query);
  return (
    <div className="flex flex-col gap-6">
      <ChatSearch onFound={setQuery} />
      <AdminCard
        title={countAfter("Chat Sessions", list.query.data === undefined ? undefined : list.total, list.isTotalExact)}
      >
        <PagedList
          query={list.query}
          what="The chat sessions"
          label="Chat Sessions"
          count={list.chats.length}
          total={list.total}
          isTotalExact={list.isTotalExact}
          empty={query === "" ? "No chat sessions found" : "No sessions found matching your search"}
        >
          {list.chats.map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              words={words}
              onView={() => setDialog({ kind: "view", chat })}
              onDelete={() => setDialog({ kind: "delete", chat })}
            />
          ))}
        </PagedList>
      </AdminCard>
      {dialog?.kind === "view" && <TranscriptDialog chat={dialog.chat} words={words} onClose={() => setDialog(null)} />}
      {dialog?.kind === "delete" && <DeleteChatDialog chat={dialog.chat} onClose={() => setDialog(null)} />}
    </div>
  );
}

function ChatSearch({ onFound }: { onFound: (query: string) => void }) {
  const inputId = useId();
  const [typed, setTyped] = useState("");
  const search = useChatSearch("all", onFound);
  const refresh = useRefreshChats("all");
  const showAll = () => {
    setTyped("");
    onFound("");
    refresh();
  };
  const isTooLong = tooLong(typed, limits.searchQuery) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong) return;
    if (typed.trim() === "") showAll();
    else search.mutate(typed.trim());
  };
  return (
    <Card aria-label="Search" className="gap-0">
      <form onSubmit={submit} className="flex flex-wrap gap-3">
        <label htmlFor={inputId} className="sr-only">
          Search chat sessions
        </label>
        <Input
          id={inputId}
          type="search"
          autoComplete="off"
          aria-invalid={isTooLong}
          placeholder="Search by agent name or keywords..."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // A form with a disabled submit button ignores Enter, but Enter in an empty field has to show the whole list
          // again.
          onKeyDown={(event) => {
            if (event.key === "Enter" && typed.trim() === "") submit(event);
          }}
          // "Clear" beside it does more than the browser's own cross.
          className="w-auto flex-1 basis-60 [&::-webkit-search-cancel-button]:hidden"
        />
        <Button type="submit" busy={search.isPending} disabled={typed.trim() === "" || isTooLong}>
          <Search aria-hidden="true" />
          <span>Search</span>
        </Button>
        <Button variant="outline" onClick={showAll}>
          Clear
        </Button>
        <TooLongNote text={typed} limit={limits.searchQuery} className="basis-full" />
      </form>
    </Card>
  );
}

function DeleteChatDialog({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const removal = useDeleteChat(onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose();
      }}
      title="Delete Chat Session"
      description={
        <>
          <span>{`The chat${chat.user === null ? "" : ` of ${chat.user.name}`} with `}</span>
          <strong>{chat.agentName}</strong>
          <span>{` goes for good, with its ${chat.messageCount.toLocaleString()} messages and their audio. This can't be undone.`}</span>
        </>
      }
      confirmLabel={removal.isPending ? "Deleting..." : "Delete Session"}
      busy={removal.isPending}
      onConfirm={() => removal.mutate(chat.id)}
    />
  );
}
