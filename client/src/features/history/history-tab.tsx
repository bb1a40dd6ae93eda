import { t } from "@lingui/core/macro";
import { MessageCircle, Printer } from "lucide-react";
import { useId, useState } from "react";
import type { ChatEntry, Transcript as ChatTranscript } from "#shared/api/history.ts";
import { searchWords } from "#shared/search-words.ts";
import { PrintSheet } from "@/components/print/print-sheet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { useDeleteChat, useTranscript, useTranscriptForPrint } from "@/domain/chats/chat-history.ts";
import { ChatSearch } from "@/domain/chats/chat-search.tsx";
import { PrintedChat } from "@/domain/chats/printed-chat.tsx";
import { Transcript } from "@/domain/chats/transcript.tsx";
import { useShowVersion } from "@/domain/chats/version-switch.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { useUser } from "@/domain/session/session.ts";
import { dateOf, momentOf, numberOf } from "@/lib/formats.ts";
import { ChatList } from "./chat-list.tsx";

export function HistoryTab({ onChat }: { onChat: () => void }) {
  const user = useUser();
  const agents = useAgents();
  const [searched, setSearched] = useState("");
  const [viewing, setViewing] = useState<ChatEntry | null>(null);
  const [deleting, setDeleting] = useState<ChatEntry | null>(null);
  const [printing, setPrinting] = useState<ChatTranscript | null>(null);
  const print = useTranscriptForPrint(setPrinting);

  const usable = new Set(agents.data?.agents.map((agent) => agent.id));
  const actions = {
    onPrint: (chat: ChatEntry) => print.mutate(chat.id),
    printingId: print.isPending ? print.variables : null,
    /** Undefined where the person may no longer talk with the pet. */
    continueOf: (chat: ChatEntry) =>
      usable.has(chat.agentId) || agents.data?.nextCursor
        ? () => {
            setViewing(null);
            setActivePet({ agentId: chat.agentId, sessionId: chat.id });
            onChat();
          }
        : undefined,
  };
  const words = searchWords(searched);

  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6 p-4 sm:p-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">{t`My Chat History`}</h1>
        <p className="text-ink-muted">{t`View and manage all your chat sessions`}</p>
      </header>
      <ChatSearch scope="own" label={t`Search your chats`} onSearched={setSearched} />
      <ChatList
        {...actions}
        searched={searched}
        words={words}
        onView={setViewing}
        onDelete={setDeleting}
        onChat={onChat}
      />
      {viewing !== null && (
        <TranscriptDialog {...actions} chat={viewing} words={words} onClose={() => setViewing(null)} />
      )}
      {deleting !== null && <DeleteChatDialog chat={deleting} onClose={() => setDeleting(null)} />}
      {printing !== null && (
        <PrintSheet
          title={t`Chat with ${{ agentName: printing.session.agentName }}, ${{ firstMessageAt: dateOf(printing.session.firstMessageAt) }}`}
          onDone={() => setPrinting(null)}
        >
          <PrintedChat transcript={printing} userName={`${user.firstName} ${user.lastName}`} />
        </PrintSheet>
      )}
    </div>
  );
}

function DeleteChatDialog({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const deletion = useDeleteChat(onClose);
  const switchId = useId();
  const [isForgotten, setForgotten] = useState(false);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !deletion.isPending && onClose()}
      title={t`Delete Chat Session`}
      description={t`This deletes your chat with ${{ agentName: chat.agentName }} of ${{ firstMessageAt: dateOf(chat.firstMessageAt) }} for good: its ${{ messageCount: numberOf(chat.messageCount) }} messages and the audio of the replies.`}
      confirmLabel={deletion.isPending ? t`Deleting...` : t`Delete Session`}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ id: chat.id, memories: isForgotten ? "forget" : "keep" })}
    >
      <div className="flex items-center justify-between gap-4 rounded-card bg-surface-sunken p-4">
        <label htmlFor={switchId} className="wrap-anywhere min-w-0">
          {t`Forget what ${{ agentName: chat.agentName }} remembers from it, too`}
        </label>
        <Switch id={switchId} checked={isForgotten} disabled={deletion.isPending} onCheckedChange={setForgotten} />
      </div>
    </ConfirmDialog>
  );
}

type TranscriptDialogProps = {
  chat: ChatEntry;
  words: readonly string[];
  printingId: string | null | undefined;
  continueOf: (chat: ChatEntry) => (() => void) | undefined;
  onPrint: (chat: ChatEntry) => void;
  onClose: () => void;
};

export function TranscriptDialog({ chat, words, printingId, continueOf, onPrint, onClose }: TranscriptDialogProps) {
  const transcript = useTranscript(chat.id);
  const showVersion = useShowVersion(chat.id);
  const onContinue = continueOf(chat);
  const isPrinting = printingId === chat.id;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={<span className="wrap-anywhere">{chat.agentName}</span>}
      description={t`${{ firstMessageAt: momentOf(chat.firstMessageAt) }} to ${{ lastMessageAt: momentOf(chat.lastMessageAt) }}`}
      footer={
        <>
          {onContinue !== undefined && (
            <Button variant="outline" onClick={onContinue}>
              <MessageCircle aria-hidden="true" />
              <span>{t`Continue Chat`}</span>
            </Button>
          )}
          <Button disabled={!transcript.isSuccess} busy={isPrinting} onClick={() => onPrint(chat)}>
            {!isPrinting && <Printer aria-hidden="true" />}
            <span>{t`Print`}</span>
          </Button>
        </>
      }
    >
      {transcript.isPending && <TranscriptSkeleton />}
      {transcript.isError && (
        <LoadError
          title={t`The chat could not be loaded`}
          isBusy={transcript.isFetching}
          onRetry={() => void transcript.refetch()}
        />
      )}
      {transcript.isSuccess && (
        <Transcript
          messages={transcript.data.messages}
          agentName={chat.agentName}
          agentAvatarUrl={chat.agentAvatarUrl}
          agentSpecies={chat.agentSpecies}
          userName={t`You`}
          words={words}
          onVersion={showVersion}
        />
      )}
    </Dialog>
  );
}

function TranscriptSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">{t`Loading the chat`}</span>
      <Skeleton className="ms-auto h-11 w-2/5 rounded-bubble" />
      <Skeleton className="ms-11 h-20 w-3/5 rounded-bubble" />
      <Skeleton className="ms-auto h-11 w-1/3 rounded-bubble" />
    </div>
  );
}
