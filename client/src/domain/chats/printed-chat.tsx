import { t } from "@lingui/core/macro";
import type { Message } from "#shared/api/chat.ts";
import type { Transcript } from "#shared/api/history.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { longDateOf, momentOf, numberOf, timeOf } from "@/lib/formats.ts";
import { endingOf, replyParts } from "./replies.ts";
import { byDay, OfferedChoices } from "./transcript.tsx";

export function PrintedChat({ transcript, userName }: { transcript: Transcript; userName: string }) {
  const { session, messages } = transcript;
  return (
    <article className="text-[10pt] leading-snug">
      <header className="mb-3 flex items-center gap-4 border-line border-b pb-3">
        {session.agentAvatarUrl === null ? (
          <PetAvatar species={session.agentSpecies} size="md" className="me-2" />
        ) : (
          // A plain img element, because PrintSheet waits until its images are loaded.
          <img src={session.agentAvatarUrl} alt="" className="size-12 rounded-full object-cover" />
        )}
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-xl">{t`Chat with ${{ agentName: session.agentName }}`}</h1>
          <p className="text-ink-muted">
            <span>{t`${{ count: numberOf(session.messageCount) }} messages`}</span>
            <br />
            <span>{t`Started: ${momentOf(session.firstMessageAt)}`}</span>
            <br />
            <span>{t`Last: ${momentOf(session.lastMessageAt)}`}</span>
          </p>
        </div>
      </header>
      {byDay(messages).map((day) => (
        <section key={day.at} className="mb-3">
          <h2 className="mb-1.5 break-after-avoid text-base">{longDateOf(day.at)}</h2>
          {day.messages.map((message) => (
            <div key={message.id} className="mb-1.5 break-inside-avoid">
              <p>
                <b>{message.role === "user" ? userName : session.agentName}</b>
                <span className="text-ink-muted text-[9pt] tabular-nums">{` ${[timeOf(message.createdAt), endingOf(message)].filter(Boolean).join(" · ")}`}</span>
              </p>
              <PrintedText message={message} />
            </div>
          ))}
        </section>
      ))}
      <footer className="wrap-anywhere mt-3 border-line border-t pt-2 text-[9pt] text-ink-muted">
        {t`${{ agentName: session.agentName }} is an AI. It can be wrong.`}
      </footer>
    </article>
  );
}

function PrintedText({ message }: { message: Message }) {
  const { help, own } = replyParts(message);
  return (
    <>
      {help !== null && (
        <p dir="auto" className="wrap-anywhere my-1.5 border-2 border-line-strong px-3 py-2 text-start">
          <b>{t`Help first`}</b>
          <br />
          <span>{help}</span>
        </p>
      )}
      {own !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start">
          {message.role === "user" ? own : <LightText text={own} />}
        </p>
      )}
      <OfferedChoices choices={message.choices} />
    </>
  );
}
