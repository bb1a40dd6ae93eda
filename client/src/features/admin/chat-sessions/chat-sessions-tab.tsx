import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ChatEntry } from "#shared/api/history.ts";
import { searchWords } from "#shared/search-words.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { useChatList, useDeleteChat, useTranscript } from "@/domain/chats/chat-history.ts";
import { ChatSearch } from "@/domain/chats/chat-search.tsx";
import { HighlightedText, Transcript } from "@/domain/chats/transcript.tsx";
import { useUser } from "@/domain/session/session.ts";
import { AdminDialog, AdminQuestion } from "@/features/admin/admin-card.tsx";
import { momentOf, numberOf } from "@/lib/formats.ts";
import { ResourceCard, useShowDialog } from "../admin-card.tsx";
import { QueryContent } from "../resource-list.tsx";
import { Row, RowButton, RowLine } from "../row.tsx";

export function ChatSessionsTab() {
  const [query, setQuery] = useState("");
  const list = useChatList({ scope: "all", query });
  const words = searchWords(query);
  return (
    <div className="flex flex-col gap-6">
      <ChatSearch scope="all" label={t`Search chat sessions`} onSearched={setQuery} />
      <ResourceCard
        title={t`Chat Sessions`}
        list={{ ...list, rows: list.chats, total: list.query.data && list.total }}
        empty={query === "" ? t`No chat sessions found` : t`No sessions found matching your search`}
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
    name={<HighlightedText text={chat.agentName} words={words} />}
    mark={<Badge>{t`${{ count: numberOf(chat.messageCount) }} messages`}</Badge>}
    actions={
      <>
        <RowButton dialog={<TranscriptDialog chat={chat} words={words} />}>
          <Eye aria-hidden="true" />
          <span>{t`View`}</span>
        </RowButton>
        <RowButton dialog={<DeleteChatDialog chat={chat} />}>
          <Trash2 aria-hidden="true" />
          <span>{t`Delete`}</span>
        </RowButton>
      </>
    }
  >
    {chat.user !== null && (
      <RowLine>
        <bdi>{chat.user.username === null ? chat.user.name : `${chat.user.name} (@${chat.user.username})`}</bdi>
      </RowLine>
    )}
    <RowLine className="text-sm">{t`Last message: ${{ lastMessageAt: momentOf(chat.lastMessageAt) }}`}</RowLine>
    {chat.matches.map((match) => (
      <p key={match.id} dir="auto" className="wrap-anywhere mt-1 rounded-control bg-surface-sunken px-3 py-2 text-sm">
        <HighlightedText text={match.snippet} words={words} />
      </p>
    ))}
  </Row>
);

/** The server notes in the audit log who reads another person's chat, and the dialog says so. */
function TranscriptDialog({ chat, words }: ChatProps) {
  const me = useUser();
  const query = useTranscript(chat.id);
  const about = t`${{ name: chat.user?.name ?? t`Someone` }}, last message: ${{ lastMessageAt: momentOf(chat.lastMessageAt) }}`;
  return (
    <AdminDialog
      title={t`Chat with ${{ agentName: chat.agentName }}`}
      description={chat.user?.id === me.id ? about : t`${about}. That you read it is noted in the audit log.`}
      size="lg"
    >
      <QueryContent query={query} what={t`The chat`}>
        {({ session, messages }) => (
          <Transcript
            messages={messages}
            agentName={session.agentName}
            agentAvatarUrl={session.agentAvatarUrl}
            agentSpecies={session.agentSpecies}
            userName={t`User`}
            words={words}
          />
        )}
      </QueryContent>
    </AdminDialog>
  );
}

function DeleteChatDialog({ chat }: { chat: ChatEntry }) {
  const showDialog = useShowDialog();
  const { mutate, isPending } = useDeleteChat(() => showDialog(null));
  const messageCount = numberOf(chat.messageCount);
  return (
    <AdminQuestion
      title={t`Delete Chat Session`}
      description={
        chat.user === null ? (
          <Trans>
            The chat with <strong>{chat.agentName}</strong> goes for good, with its {messageCount} messages and their
            audio. This can't be undone.
          </Trans>
        ) : (
          <Trans>
            The chat of {chat.user.name} with <strong>{chat.agentName}</strong> goes for good, with its {messageCount}{" "}
            messages and their audio. This can't be undone.
          </Trans>
        )
      }
      confirmLabel={t`Delete Session`}
      pendingLabel={t`Deleting...`}
      isPending={isPending}
      onConfirm={() => mutate({ id: chat.id })}
    />
  );
}
