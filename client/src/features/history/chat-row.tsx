import { t } from "@lingui/core/macro";
import { Eye, MessageCircle, Printer, Trash2 } from "lucide-react";
import type { ChatEntry } from "#shared/api/history.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { HighlightedText } from "@/domain/chats/transcript.tsx";
import type { Elements } from "@/lib/elements.ts";
import { momentOf } from "@/lib/formats.ts";

type ChatRowProps = {
  chat: ChatEntry;
  words: readonly string[];
  isPrinting: boolean;
  onView: () => void;
  onPrint: () => void;
  onDelete: () => void;
  onContinue: (() => void) | undefined;
};

export function ChatRow({ chat, words, isPrinting, onView, onPrint, onDelete, onContinue }: ChatRowProps) {
  const titleId = `chat-${chat.id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 shadow-card sm:p-5"
    >
      <div className="flex gap-4">
        <PetAvatar src={chat.agentAvatarUrl} species={chat.agentSpecies} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={titleId} className="wrap-anywhere min-w-0 text-lg">
              <HighlightedText text={chat.agentName} words={words} />
            </h3>
            <Badge tone="secondary">{t`${{ count: chat.messageCount }} messages`}</Badge>
          </div>
          {chat.name !== null && (
            <p dir="auto" className="wrap-anywhere line-clamp-2 font-semibold">
              {chat.name}
            </p>
          )}
          <p className="flex flex-wrap gap-x-5 text-ink-muted text-sm">
            <Moment label={t`Started`} at={chat.firstMessageAt} />
            <Moment label={t`Last`} at={chat.lastMessageAt} />
          </p>
          <Quotes chat={chat} words={words} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Action name={t`View`} titleId={titleId} onClick={onView}>
          <Eye aria-hidden="true" />
        </Action>
        {onContinue !== undefined && (
          <Action name={t`Continue Chat`} titleId={titleId} onClick={onContinue}>
            <MessageCircle aria-hidden="true" />
          </Action>
        )}
        <Action name={t`Print`} titleId={titleId} busy={isPrinting} onClick={onPrint}>
          <Printer aria-hidden="true" />
        </Action>
        <Action name={t`Delete`} titleId={titleId} className="text-danger sm:ms-auto" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </Action>
      </div>
    </article>
  );
}

type ActionProps = {
  name: string;
  titleId: string;
  busy?: boolean;
  className?: string;
  onClick: () => void;
  children: Elements;
};

function Action({ name, titleId, busy = false, className, onClick, children }: ActionProps) {
  return (
    <Button
      variant={name === "Delete" ? "ghost" : "outline"}
      size="sm"
      busy={busy}
      aria-describedby={titleId}
      className={className}
      onClick={onClick}
    >
      {!busy && children}
      <span>{name}</span>
    </Button>
  );
}

function Moment({ label, at }: { label: string; at: string }) {
  return (
    <span>
      <span>{`${label}: `}</span>
      <time dateTime={at} className="whitespace-nowrap tabular-nums">
        {momentOf(at)}
      </time>
    </span>
  );
}

function Quotes({ chat, words }: { chat: ChatEntry; words: readonly string[] }) {
  const found = chat.matches.map(({ id, role, snippet }) => ({ id, role, text: snippet }));
  // A person knows a chat by what they said, not by half a reply.
  const last = chat.messages.findLast(({ role }) => role === "user") ?? chat.messages.at(-1);
  const isName = last !== undefined && last.content === chat.name;
  const quotes = found.length > 0 || last === undefined || isName ? found : [{ ...last, text: last.content }];
  const show = (text: string) => <HighlightedText text={text} words={words} />;
  return (
    <ul className="flex flex-col gap-1">
      {quotes.map(({ id, role, text }) => (
        <li key={id} className="wrap-anywhere line-clamp-3 text-ink-muted">
          <b className="text-ink">{`${role === "user" ? t`You` : chat.agentName}: `}</b>
          {role === "user" ? show(text) : <LightText text={text} show={show} />}
        </li>
      ))}
    </ul>
  );
}
