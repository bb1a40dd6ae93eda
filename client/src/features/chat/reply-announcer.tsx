import { t } from "@lingui/core/macro";
import { LOADING } from "@/domain/chats/replies.ts";
import type { ChatStream } from "./chat-stream.ts";
import { isModelLoading } from "./timeline.ts";

type ReplyAnnouncerProps = { name: string; stream: ChatStream; isPending: boolean };

/** Sentence by sentence, not letter by letter, for screen readers. */
export function ReplyAnnouncer({ name, stream, isPending }: ReplyAnnouncerProps) {
  const sentences = sentencesOf(stream);
  return (
    <div role="log" aria-live="polite" aria-label={t`What ${name} says`} className="sr-only">
      {isPending && sentences.length === 0 && <p>{t`${name} is thinking`}</p>}
      {isModelLoading(stream) && <p>{LOADING}</p>}
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
        <p key={`${stream.turns}-${index}`}>{sentence}</p>
      ))}
    </div>
  );
}

/** The last sentence of a reply under way may still grow. */
function sentencesOf(stream: ChatStream): string[] {
  if (stream.phase === "streaming") return split(stream.reply).slice(0, -1);
  const end = stream.phase === "idle" ? stream.last?.end : undefined;
  return end?.kind === "complete" && end.reply !== null ? split(end.reply.content) : [];
}

function split(text: string): string[] {
  // Browsers without it read the whole reply out at its end.
  if (!("Segmenter" in Intl)) return [text];
  const segments = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text);
  return [...segments].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}
