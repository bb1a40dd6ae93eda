import { Eye, Trash2 } from "lucide-react";
import { useId } from "react";
import type { ChatEntry } from "#shared/api/history.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Highlighted } from "@/domain/chats/transcript/highlighted.tsx";
import { momentOf } from "@/lib/dates.ts";

type ChatRowProps = { chat: ChatEntry; words: readonly string[]; onView: () => void; onDelete: () => void };

export function ChatRow({ chat, words, onView, onDelete }: ChatRowProps) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-4">
        <PetAvatar src={chat.agentAvatarUrl} species={chat.agentSpecies} size="md" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div id={nameId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="wrap-anywhere font-bold">
              <Highlighted text={chat.agentName} words={words} />
            </p>
            <Badge>{`${chat.messageCount.toLocaleString()} messages`}</Badge>
          </div>
          {chat.user !== null && (
            <p className="wrap-anywhere text-ink-muted">
              {chat.user.username === null ? chat.user.name : `${chat.user.name} (@${chat.user.username})`}
            </p>
          )}
          <p className="text-ink-muted text-sm">{`Last message: ${momentOf(chat.lastMessageAt)}`}</p>
          {chat.matches.map((match) => (
            <p
              key={match.id}
              dir="auto"
              className="wrap-anywhere mt-1 rounded-control bg-surface-sunken px-3 py-2 text-sm"
            >
              <Highlighted text={match.snippet} words={words} />
            </p>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onView}>
          <Eye aria-hidden="true" />
          <span>View</span>
        </Button>
        <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
          <span>Delete</span>
        </Button>
      </div>
    </li>
  );
}
