import type { ChatEntry } from "#shared/api/history.ts";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { useDeleteChat } from "@/domain/chats/chat-history.ts";
import { dateOf } from "@/lib/dates.ts";

export function DeleteChatDialog({ chat, onClose }: { chat: ChatEntry; onClose: () => void }) {
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
