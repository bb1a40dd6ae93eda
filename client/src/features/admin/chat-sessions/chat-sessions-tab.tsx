import { Eye, Search, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { ChatEntry } from "#shared/api/history.ts";
import { limits } from "#shared/limits.ts";
import { searchWords } from "#shared/search-words.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Input } from "@/components/ui/input.tsx";
import { TooLongNote, tooLong } from "@/components/ui/too-long.tsx";
import {
  useChatList,
  useChatSearch,
  useDeleteChat,
  useRefreshChats,
  useTranscript,
} from "@/domain/chats/chat-history.ts";
import { Highlighted } from "@/domain/chats/transcript/highlighted.tsx";
import { Transcript } from "@/domain/chats/transcript/transcript.tsx";
import { useUser } from "@/domain/session/session.ts";
import { momentOf } from "@/lib/dates.ts";
import { ResourceCard, useShowDialog } from "../admin-card.tsx";
import { AdminDialog, AdminQuestion } from "../admin-dialog.tsx";
import { Loaded } from "../resource-list.tsx";
import { Row, RowButton, RowLine } from "../row.tsx";

/** The chats of all users, with search. */
export function ChatSessionsTab() {
  const [query, setQuery] = useState("");
  const list = useChatList({ scope: "all", query });
  const words = searchWords(query);
  return (
    <div className="flex flex-col gap-6">
      <ChatSearch onFound={setQuery} />
      <ResourceCard
        title="Chat Sessions"
        list={{ ...list, rows: list.chats, total: list.query.data && list.total }}
        empty={query === "" ? "No chat sessions found" : "No sessions found matching your search"}
      >
        {(chat) => <ChatRow chat={chat} words={words} />}
      </ResourceCard>
    </div>
  );
}

type ChatProps = { chat: ChatEntry; words: readonly string[] };

const ChatRow = ({ chat, words }: ChatProps) => (
  <Row
    className="items-start"
    icon={<PetAvatar src={chat.agentAvatarUrl} species={chat.agentSpecies} size="md" />}
    name={<Highlighted text={chat.agentName} words={words} />}
    mark={<Badge>{`${chat.messageCount.toLocaleString()} messages`}</Badge>}
    actions={
      <>
        <RowButton dialog={<TranscriptDialog chat={chat} words={words} />}>
          <Eye aria-hidden="true" />
          <span>View</span>
        </RowButton>
        <RowButton dialog={<DeleteChatDialog chat={chat} />}>
          <Trash2 aria-hidden="true" />
          <span>Delete</span>
        </RowButton>
      </>
    }
  >
    {chat.user !== null && (
      <RowLine>{chat.user.username === null ? chat.user.name : `${chat.user.name} (@${chat.user.username})`}</RowLine>
    )}
    <RowLine className="text-sm">{`Last message: ${momentOf(chat.lastMessageAt)}`}</RowLine>
    {chat.matches.map((match) => (
      <p key={match.id} dir="auto" className="wrap-anywhere mt-1 rounded-control bg-surface-sunken px-3 py-2 text-sm">
        <Highlighted text={match.snippet} words={words} />
      </p>
    ))}
  </Row>
);

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

/** The whole chat. The server logs the reading of someone else's in the audit log, and the dialog says so. */
function TranscriptDialog({ chat, words }: ChatProps) {
  const me = useUser();
  const query = useTranscript(chat.id);
  const about = `${chat.user?.name ?? "Someone"}, last message: ${momentOf(chat.lastMessageAt)}`;
  return (
    <AdminDialog
      title={`Chat with ${chat.agentName}`}
      description={chat.user?.id === me.id ? about : `${about}. That you read it is noted in the audit log.`}
      size="lg"
    >
      <Loaded query={query} what="The chat">
        {({ session, messages }) => (
          <Transcript
            messages={messages}
            agentName={session.agentName}
            agentAvatarUrl={session.agentAvatarUrl}
            agentSpecies={session.agentSpecies}
            userName="User"
            words={words}
          />
        )}
      </Loaded>
    </AdminDialog>
  );
}

function DeleteChatDialog({ chat }: { chat: ChatEntry }) {
  const showDialog = useShowDialog();
  const { mutate, isPending } = useDeleteChat(() => showDialog(null));
  return (
    <AdminQuestion
      title="Delete Chat Session"
      description={
        <>
          <span>{`The chat${chat.user === null ? "" : ` of ${chat.user.name}`} with `}</span>
          <strong>{chat.agentName}</strong>
          <span>{` goes for good, with its ${chat.messageCount.toLocaleString()} messages and their audio. This can't be undone.`}</span>
        </>
      }
      confirmLabel="Delete Session"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => mutate(chat.id)}
    />
  );
}
