import { t } from "@lingui/core/macro";
import { memo, type ReactNode, Suspense } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { Message } from "#shared/api/chat.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { HelpFirst } from "@/domain/chats/help-first.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { endingOf, isUnknown, replyParts } from "@/domain/chats/replies.ts";
import { VersionSwitch } from "@/domain/chats/version-switch.tsx";
import { SuggestionCards } from "@/domain/memory/suggestion-cards.tsx";
import { cn } from "@/lib/cn.ts";
import { timeOf } from "@/lib/formats.ts";
import { lazyComponent } from "@/lib/part.ts";
import { CopyButton, EditAction, PlayButton, ReplyActions } from "./message-actions.tsx";
import { RecalledChips } from "./recalled-chips.tsx";
import { SourceChips, StoryMark, TeachChip } from "./reply-sources.tsx";

const CorrectionCard = lazyComponent(() => import("./correction-card.tsx").then((module) => module.CorrectionCard));

type MessageBubbleProps = {
  message: Message;
  isTyping: boolean;
  /** No other version of it can be shown now. */
  isHeld: boolean;
  name: string;
  avatarUrl: string | null;
  species: string | null;
  /** Null where this question can't be asked in other words. */
  onEdit: ((question: Message) => void) | null;
  onVersion: (messageId: string) => void;
  onPlay: (url: string) => void;
  /** The pet's id, where the person keeps its diary. */
  diaryOf: string | null;
  /** Null where this reply can't be added to the diary. */
  onTeach: ((reply: Message) => void) | null;
};

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  return props.message.role === "user" ? <OwnersMessage {...props} /> : <PetsMessage {...props} />;
});

type OwnersMessageProps = Pick<MessageBubbleProps, "message" | "isHeld" | "onEdit" | "onVersion">;

function OwnersMessage({ message, isHeld, onEdit, onVersion }: OwnersMessageProps) {
  return (
    <article aria-label={t`You`} className="flex flex-col items-end pb-3 ps-10">
      <div className="relative max-w-full rounded-bubble bg-secondary px-4 py-2.5 text-on-secondary sm:max-w-[85%]">
        <BubbleTail side="end" className="text-secondary" />
        <Text>{message.content}</Text>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-1 pt-1 pe-2">
        <VersionSwitch message={message} isHeld={isHeld} onVersion={onVersion} />
        {onEdit !== null && <EditAction onEdit={() => onEdit(message)} />}
        <Time at={message.createdAt} />
      </div>
    </article>
  );
}

/** Not stored, so there is nothing to do with it. */
export function Greeting({ text, pet }: { text: string; pet: Agent }) {
  return (
    <article aria-label={pet.name} lang={pet.language} className="flex max-w-full gap-3 pb-3 sm:pe-10">
      <PetAvatar src={pet.avatarUrl} species={pet.species} size="sm" className="mt-1" />
      <PetsWords>{text}</PetsWords>
    </article>
  );
}

function PetsWords({ children }: { children: ReactNode }) {
  return (
    <div className="relative max-w-full rounded-bubble bg-primary-soft px-4 py-2.5">
      <BubbleTail side="start" className="text-primary-soft" />
      <Text>{children}</Text>
    </div>
  );
}

function PetsMessage({ message, isTyping, name, avatarUrl, species, diaryOf, onPlay, onTeach }: MessageBubbleProps) {
  const { help, own } = replyParts(message);
  const ending = endingOf(message);
  return (
    <article aria-label={name} aria-busy={isTyping} className="flex max-w-full gap-3 pb-3 sm:pe-10">
      <PetAvatar src={avatarUrl} species={species} size="sm" className="mt-1" />
      <div className="flex min-w-0 flex-col items-start">
        {help !== null && <HelpFirst className="mb-2">{help}</HelpFirst>}
        {(help === null || own !== "") && (
          <PetsWords>
            <LightText text={own} />
          </PetsWords>
        )}
        {message.sources !== null && message.sources.length > 0 && (
          <SourceChips sources={message.sources} diaryOf={diaryOf} />
        )}
        {message.recalled !== undefined && message.recalled.length > 0 && (
          <RecalledChips recalled={message.recalled} agentId={message.agentId} />
        )}
        {message.mark === "play" && <StoryMark />}
        {isUnknown(message) && onTeach !== null && <TeachChip name={name} onTeach={() => onTeach(message)} />}
        {/* As high while the reply comes as it is later with buttons, so that the layout does not shift. */}
        <div className="flex min-h-9 flex-wrap items-center gap-x-1 ps-2 pointer-coarse:min-h-11">
          {isTyping ? (
            <>
              <span className="me-1 text-ink-muted text-sm">{t`typing...`}</span>
              <PlayButton url={message.id} hasClip={false} onPlay={onPlay} />
            </>
          ) : (
            <>
              <Time at={message.createdAt} className="me-1" />
              {ending !== undefined && <span className="me-1 text-ink-muted text-sm">{ending}</span>}
              <CopyButton text={message.content} />
              <PlayButton url={message.audioUrl ?? message.id} hasClip={message.audioUrl !== null} onPlay={onPlay} />
              <ReplyActions
                reply={message}
                onTeach={onTeach !== null && !isUnknown(message) ? () => onTeach(message) : null}
              />
            </>
          )}
        </div>
        {message.correction !== undefined && diaryOf !== null && (
          <Suspense>
            <CorrectionCard reply={message} correction={message.correction} />
          </Suspense>
        )}
        {message.suggestions !== undefined && <SuggestionCards suggestions={message.suggestions} petName={name} />}
      </div>
    </article>
  );
}

/** Markup in it is shown as text, and URLs don't become links. */
function Text({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start">
      {children}
    </p>
  );
}

function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={cn("text-ink-muted text-sm tabular-nums", className)}>
      {timeOf(at)}
    </time>
  );
}

export function BubbleTail({ side, className }: { side: "start" | "end"; className: string }) {
  const place = side === "start" ? "top-1.5 -start-1.5" : "-end-1.5 bottom-1.5 rotate-180";
  return (
    <svg aria-hidden="true" viewBox="0 0 16 20" className={cn("absolute h-5 w-4 rtl:-scale-x-100", place, className)}>
      <path d="M16 0 C 11 2.5 5 3.5 0 2.5 C 3 6 6 11 6 19 L 16 20 Z" fill="currentColor" />
    </svg>
  );
}
