import { MessageCircle, Printer } from "lucide-react";
import type { ChatEntry } from "#shared/api/history.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useTranscript } from "@/domain/chats/chat-history.ts";
import { Transcript } from "@/domain/chats/transcript.tsx";
import { momentOf } from "@/lib/dates.ts";

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
  const onContinue = continueOf(chat);
  const isPrinting = printingId === chat.id;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={<span className="wrap-anywhere">{chat.agentName}</span>}
      description={`${momentOf(chat.firstMessageAt)} to ${momentOf(chat.lastMessageAt)}`}
      footer={
        <>
          {onContinue !== undefined && (
            <Button variant="outline" onClick={onContinue}>
              <MessageCircle aria-hidden="true" />
              <span>Continue Chat</span>
            </Button>
          )}
          <Button disabled={!transcript.isSuccess} busy={isPrinting} onClick={() => onPrint(chat)}>
            {!isPrinting && <Printer aria-hidden="true" />}
            <span>Print</span>
          </Button>
        </>
      }
    >
      {transcript.isPending && <TranscriptSkeleton />}
      {transcript.isError && (
        <LoadError
          title="The chat could not be loaded"
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
          userName="You"
          words={words}
        />
      )}
    </Dialog>
  );
}

function TranscriptSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">Loading the chat</span>
      <Skeleton className="ml-auto h-11 w-2/5 rounded-bubble" />
      <Skeleton className="ml-11 h-20 w-3/5 rounded-bubble" />
      <Skeleton className="ml-auto h-11 w-1/3 rounded-bubble" />
    </div>
  );
}
