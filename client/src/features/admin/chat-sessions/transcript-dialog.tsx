import type { ChatEntry } from "#shared/api/history.ts";
import { useTranscript } from "@/domain/chats/chat-history.ts";
import { Transcript } from "@/domain/chats/transcript/transcript.tsx";
import { useUser } from "@/domain/session/session.ts";
import { momentOf } from "@/lib/dates.ts";
import { AdminDialog } from "../admin-dialog.tsx";
import { Loaded } from "../list-states.tsx";

type TranscriptDialogProps = { chat: ChatEntry; words: readonly string[]; onClose: () => void };

/** The whole chat. The server logs the reading of someone else's in the audit log, and the dialog says so. */
export function TranscriptDialog({ chat, words, onClose }: TranscriptDialogProps) {
  const me = useUser();
  const query = useTranscript(chat.id);
  const about = `${chat.user?.name ?? "Someone"}, last message: ${momentOf(chat.lastMessageAt)}`;
  return (
    <AdminDialog
      title={`Chat with ${chat.agentName}`}
      description={chat.user?.id === me.id ? about : `${about}. That you read it is noted in the audit log.`}
      size="lg"
      onClose={onClose}
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
