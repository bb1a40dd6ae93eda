import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { replyParts } from "@/domain/chats/reply-parts.ts";
import { longDateOf, momentOf, timeOf } from "@/lib/dates.ts";
import type { Message } from "../../../../../shared/api/chat.ts";
import type { Transcript } from "../../../../../shared/api/history.ts";
import { byDay } from "./days.ts";
import { Offered } from "./offered.tsx";

/** A chat laid out for printing. */
export function PrintedChat({ transcript, userName }: { transcript: Transcript; userName: string }) {
  const { session, messages } = transcript;
  return (
    <article className="text-[11pt] leading-relaxed">
      <header className="mb-6 flex items-center gap-5 border-line border-b pb-5">
        {session.agentAvatarUrl === null ? (
          <PetAvatar size="lg" className="mr-2" />
        ) : (
          // A plain img element, because PrintSheet waits until its images are loaded.
          <img src={session.agentAvatarUrl} alt="" className="size-16 rounded-full object-cover" />
        )}
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-2xl">Chat with {session.agentName}</h1>
          <p className="text-ink-muted">{session.messageCount.toLocaleString()} messages</p>
          <p className="text-ink-muted">
            Started: {momentOf(session.firstMessageAt)}
            <br />
            Last: {momentOf(session.lastMessageAt)}
          </p>
        </div>
      </header>
      {byDay(messages).map((day) => (
        <section key={day.at} className="mb-5">
          <h2 className="mb-3 break-after-avoid text-lg">{longDateOf(day.at)}</h2>
          {day.messages.map((message) => (
            // A message stays on one page unless it is longer than that.
            <div key={message.id} className="mb-3 break-inside-avoid">
              <p>
                <b>{message.role === "user" ? userName : session.agentName}</b>{" "}
                <span className="text-ink-muted text-[9.5pt] tabular-nums">{timeOf(message.createdAt)}</span>
              </p>
              <PrintedText message={message} />
            </div>
          ))}
        </section>
      ))}
      <footer className="wrap-anywhere mt-6 border-line border-t pt-3 text-[9.5pt] text-ink-muted">
        {session.agentName} is an AI. It can be wrong.
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
          <b>Help first</b>
          <br />
          {help}
        </p>
      )}
      {own !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start">
          {own}
        </p>
      )}
      <Offered choices={message.choices} />
    </>
  );
}
