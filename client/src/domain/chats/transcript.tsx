import { t } from "@lingui/core/macro";
import type { Choice, Message } from "#shared/api/chat.ts";
import { highlight } from "#shared/search-words.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { dayName, dayOf, timeOf } from "@/lib/formats.ts";
import { HeartButton } from "./heart.tsx";
import { HelpFirst } from "./help-first.tsx";
import { endingOf, replyParts } from "./replies.ts";
import { VersionSwitch } from "./version-switch.tsx";

type TranscriptProps = {
  messages: readonly Message[];
  agentName: string;
  agentAvatarUrl: string | null;
  agentSpecies: string | null;
  userName: string;
  words?: readonly string[];
  /** Left out where other versions of a question can't be looked at. */
  onVersion?: (messageId: string) => void;
};

export function Transcript({
  messages,
  agentName,
  agentAvatarUrl,
  agentSpecies,
  userName,
  words = [],
  onVersion,
}: TranscriptProps) {
  return (
    <div className="flex flex-col gap-4">
      {byDay(messages).map((day) => (
        <section key={day.at} aria-label={dayName(day.at)} className="flex flex-col gap-4">
          <div className="flex items-center gap-3 text-ink-muted text-sm">
            <span aria-hidden="true" className="h-px flex-1 bg-line" />
            <time dateTime={day.at} className="font-semibold">
              {dayName(day.at)}
            </time>
            <span aria-hidden="true" className="h-px flex-1 bg-line" />
          </div>
          <ol className="flex flex-col gap-4">
            {day.messages.map((message) => (
              // The browser skips the layout of messages out of view, because chats can be very long.
              <li
                key={message.versions?.[0] ?? message.id}
                className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]"
              >
                {message.role === "user" ? (
                  <Line message={message} speaker={userName} words={words} isUser>
                    {onVersion && <VersionSwitch message={message} onVersion={onVersion} />}
                  </Line>
                ) : (
                  <div className="flex gap-3">
                    <PetAvatar src={agentAvatarUrl} species={agentSpecies} size="sm" className="mt-6" />
                    <Line message={message} speaker={agentName} words={words}>
                      {typeof message.isKept === "boolean" && <HeartButton message={message} />}
                    </Line>
                  </div>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

type LineProps = {
  message: Message;
  speaker: string;
  words: readonly string[];
  isUser?: boolean;
  children?: Elements;
};

function Line({ message, speaker, words, isUser = false, children }: LineProps) {
  const { help, own } = replyParts(message);
  const ending = endingOf(message);
  const show = (text: string) => <HighlightedText text={text} words={words} />;
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", isUser ? "items-end ps-10" : "items-start sm:pe-10")}>
      <p className="flex max-w-full flex-wrap gap-x-2 px-1 text-ink-muted text-sm">
        <span className="wrap-anywhere font-bold">{speaker}</span>
        <time dateTime={message.createdAt} className="tabular-nums">
          {timeOf(message.createdAt)}
        </time>
        {ending !== undefined && <span>{ending}</span>}
        {message.status === "failed" && <span>{t`Not answered`}</span>}
        {message.versions !== undefined && <span>{t`Edited`}</span>}
      </p>
      {help !== null && (
        <HelpFirst>
          <HighlightedText text={help} words={words} />
        </HelpFirst>
      )}
      {(help === null || own !== "") && (
        <p
          dir="auto"
          className={cn(
            "wrap-anywhere max-w-full whitespace-pre-wrap rounded-bubble px-4 py-2.5 text-start",
            isUser ? "bg-secondary text-on-secondary" : "bg-primary-soft",
          )}
        >
          {isUser ? <HighlightedText text={own} words={words} /> : <LightText text={own} show={show} />}
        </p>
      )}
      <OfferedChoices choices={message.choices} className="px-1" />
      {children}
    </div>
  );
}

export interface Day {
  /** When its first message was written. */
  at: string;
  messages: Message[];
}

/** In the reader's time zone. */
export function byDay(messages: readonly Message[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last !== undefined && dayOf(last.at) === dayOf(message.createdAt)) last.messages.push(message);
    else days.push({ at: message.createdAt, messages: [message] });
  }
  return days;
}

export function OfferedChoices({
  choices,
  className,
}: {
  choices: readonly Choice[] | null | undefined;
  className?: string;
}) {
  if (!choices || choices.length === 0) return null;
  return (
    <p className={cn("wrap-anywhere text-ink-muted text-sm", className)}>
      <span>{`${t`Offered:`} `}</span>
      {choices.map(({ label }, index) => (
        <span key={label}>
          {index > 0 && <span>{" · "}</span>}
          <bdi>{label}</bdi>
        </span>
      ))}
    </p>
  );
}

export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return highlight(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="rounded-sm bg-warning-soft font-bold text-warning">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
