import { useState } from "react";
import type { ChatEntry, Transcript } from "#shared/api/history.ts";
import { searchWords } from "#shared/search-words.ts";
import { PrintSheet } from "@/components/print/print-sheet.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { useDeleteChat, useTranscriptForPrint } from "@/domain/chats/chat-history.ts";
import { ChatSearch } from "@/domain/chats/chat-search.tsx";
import { PrintedChat } from "@/domain/chats/printed-chat.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { useUser } from "@/domain/session/session.ts";
import { dateOf } from "@/lib/dates.ts";
import { ChatList } from "./chat-list.tsx";
import { TranscriptDialog } from "./transcript-dialog.tsx";

/** The owner's past chats. */
export function HistoryTab({ onChat }: { onChat: () => void }) {
  const user = useUser();
  const agents = useAgents();
  const [searched, setSearched] = useState("");
  const [viewed, setViewed] = useState<ChatEntry | null>(null);
  const [condemned, setCondemned] = useState<ChatEntry | null>(null);
  const [printed, setPrinted] = useState<Transcript | null>(null);
  const print = useTranscriptForPrint(setPrinted);

  const usable = new Set(agents.data?.agents.map((agent) => agent.id));
  const actions = {
    onPrint: (chat: ChatEntry) => print.mutate(chat.id),
    printingId: print.isPending ? print.variables : null,
    /** The action that continues a chat; undefined where the person may no longer talk with its pet. */
    continueOf: (chat: ChatEntry) =>
      usable.has(chat.agentId) || agents.data?.nextCursor
        ? () => {
            setViewed(null);
            setActivePet({ agentId: chat.agentId, sessionId: chat.id });
            onChat();
          }
        : undefined,
  };
  const words = searchWords(searched);

  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6 p-4 sm:p-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">My Chat History</h1>
        <p className="text-ink-muted">View and manage all your chat sessions</p>
      </header>
      <ChatSearch scope="own" label="Search your chats" onSearched={setSearched} />
      <ChatList
        {...actions}
        searched={searched}
        words={words}
        onView={setViewed}
        onDelete={setCondemned}
        onChat={onChat}
      />
      {viewed !== null && <TranscriptDialog {...actions} chat={viewed} words={words} onClose={() => setViewed(null)} />}
      {condemned !== null && <DeleteChatDialog chat={condemned} onClose={() => setCondemned(null)} />}
      {printed !== null && (
        <PrintSheet
          title={`Chat with ${printed.session.agentName}, ${dateOf(printed.session.firstMessageAt)}`}
          onDone={() => setPrinted(null)}
        >
          <PrintedChat transcript={printed} userName={`${user.firstName} ${user.lastName}`} />
        </PrintSheet>
      )}
    </div>
  );
}

function DeleteChatDialog({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
  const deletion = useDeleteChat(onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !deletion.isPending && onClose()}
      title="Delete Chat Session"
      description={`This deletes your chat with ${chat.agentName} of ${dateOf(chat.firstMessageAt)} for good: its ${chat.messageCount.toLocaleString()} messages and the audio of the replies.`}
      confirmLabel={deletion.isPending ? "Deleting..." : "Delete Session"}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(chat.id)}
    />
  );
}
