import { t } from "@lingui/core/macro";
import { CircleAlert, RotateCcw } from "lucide-react";
import { memo } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { Choice, Message } from "#shared/api/chat.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ChoiceButtons } from "@/domain/chats/choice-buttons.tsx";
import { GO_ON } from "@/domain/chats/read-reply.ts";
import { LOADING } from "@/domain/chats/replies.ts";
import { cn } from "@/lib/cn.ts";
import { dayName } from "@/lib/formats.ts";
import { type Block, blocksOf } from "./line-blocks.ts";
import { BubbleTail, Greeting, MessageBubble } from "./message-bubble.tsx";
import type { Line } from "./timeline.ts";
import { isTeachable, type TeachableReplies } from "./use-teaching.ts";

interface LineActions {
  agent: Agent;
  onRetry: (question: Message) => void;
  onPlay: (url: string) => void;
  onPick: (choice: Choice) => void;
  onEdit: (question: Message) => void;
  onVersion: (messageId: string) => void;
  teaches: TeachableReplies;
  onTeach: (reply: Message) => void;
}

/**
 * A long chat is rendered in blocks, of which a word of a reply changes only the last. The browser skips blocks that
 * are far from view: for thousands of single lines that decision alone takes longer than a frame.
 */
export const MessageLines = memo(function MessageLines({ lines, ...on }: LineActions & { lines: readonly Line[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: one list for who listens to it, though an `ol` takes no blocks
    <div role="list" className="mt-auto flex flex-col gap-1">
      {blocksOf(lines).map((block) => (
        <LineBlock key={block.key} block={block} {...on} />
      ))}
    </div>
  );
});

type LineBlockProps = LineActions & { block: Block };

const LineBlock = memo(function LineBlock({ block, ...on }: LineBlockProps) {
  return (
    // As wide as the list with its padding, because a skipped element cuts off what hangs over its edge.
    <div
      ref={skipWhenFar}
      className="-mx-3 flex flex-col gap-1 px-3 [contain-intrinsic-size:auto_6rem] data-settled:[content-visibility:auto] sm:-mx-5 sm:px-5"
    >
      {block.lines.map((line) => (
        // biome-ignore lint/a11y/useSemanticElements: an item of that list
        <div key={line.key} role="listitem">
          <LineContent line={line} {...on} />
        </div>
      ))}
    </div>
  );
}, isSameBlock);

function isSameBlock({ block, ...before }: LineBlockProps, { block: next, ...after }: LineBlockProps): boolean {
  return (
    before.agent === after.agent &&
    before.teaches === after.teaches &&
    before.onRetry === after.onRetry &&
    before.onPlay === after.onPlay &&
    before.onPick === after.onPick &&
    before.onEdit === after.onEdit &&
    before.onVersion === after.onVersion &&
    before.onTeach === after.onTeach &&
    block.lines.length === next.lines.length &&
    block.lines.every((line, index) => line === next.lines[index])
  );
}

function LineContent({ line, agent, teaches, onTeach, ...on }: LineActions & { line: Line }) {
  switch (line.kind) {
    case "day":
      return <Day at={line.at} />;
    case "greeting":
      return <Greeting text={line.text} pet={agent} />;
    case "message":
      return (
        <MessageBubble
          message={line.message}
          isTyping={line.isTyping}
          isHeld={line.isHeld}
          name={agent.name}
          avatarUrl={agent.avatarUrl}
          species={agent.species}
          diaryOf={agent.canEditDiary ? agent.id : null}
          onEdit={line.canEdit ? on.onEdit : null}
          onVersion={on.onVersion}
          onPlay={on.onPlay}
          onTeach={isTeachable(line.message, teaches) && !line.isTyping ? onTeach : null}
        />
      );
    case "trouble":
      return (
        <QuestionTrouble
          name={agent.name}
          why={line.why}
          error={line.error}
          {...(line.canRetry ? { onRetry: () => on.onRetry(line.question) } : {})}
        />
      );
    case "thinking":
      return <ThinkingBubble {...agent} isLoading={line.isLoading} />;
    case "cutOff":
      return (
        <div className="animate-fade-in pb-3 ps-12">
          <Button
            variant="outline"
            size="sm"
            className="min-h-11 border-primary text-base"
            onClick={() => on.onPick({ label: GO_ON, question: GO_ON })}
          >
            {GO_ON}
          </Button>
        </div>
      );
    case "choices":
      return (
        <ChoiceButtons
          choices={line.choices}
          language={agent.language}
          onPick={on.onPick}
          className="animate-fade-in pb-3 ps-12"
        />
      );
  }
}

function Day({ at }: { at: string }) {
  return (
    <div className="flex items-center gap-3 py-3 text-ink-muted text-sm">
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <time dateTime={at} className="font-semibold">
        {dayName(at)}
      </time>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </div>
  );
}

let waiting: HTMLElement[] = [];

/**
 * An element may be skipped once it was laid out: its size is known then, so that nothing moves while the reader
 * scrolls.
 */
function skipWhenFar(element: HTMLElement | null): void {
  if (element === null) return;
  if (waiting.length === 0) afterNextFrame(settle);
  waiting.push(element);
}

function settle(): void {
  for (const element of waiting) element.dataset.settled = "";
  waiting = [];
}

/** The size of an element is remembered at the end of the frame in which it was laid out. */
function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

type ThinkingBubbleProps = { avatarUrl: string | null; species: string | null; isLoading: boolean };

function ThinkingBubble({ avatarUrl, species, isLoading }: ThinkingBubbleProps) {
  return (
    <div className="flex gap-3 pb-12">
      <PetAvatar src={avatarUrl} species={species} size="sm" className="mt-1" />
      <p className="relative flex items-center gap-2.5 rounded-bubble bg-primary-soft px-4 py-2.5 text-ink-muted">
        <BubbleTail side="start" className="text-primary-soft" />
        <span aria-hidden="true" className="flex gap-1">
          {["0ms", "200ms", "400ms"].map((animationDelay) => (
            <span
              key={animationDelay}
              style={{ animationDelay }}
              className="size-2 animate-breathe rounded-full bg-primary"
            />
          ))}
        </span>
        <span>{isLoading ? LOADING : t`Thinking...`}</span>
      </p>
    </div>
  );
}

type QuestionTroubleProps = {
  name: string;
  why: "failed" | "stopped";
  /** The server's sentence; lost when the page is reloaded. */
  error?: string | undefined;
  onRetry?: () => void;
};

function QuestionTrouble({ name, why, error, onRetry }: QuestionTroubleProps) {
  const isFailed = why === "failed";
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 pb-4 ps-6 text-sm">
      <p className={cn("flex items-start gap-1.5", isFailed ? "font-semibold text-danger" : "text-ink-muted")}>
        {isFailed && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
        <span>{isFailed ? (error ?? t`${name} could not answer this.`) : t`Stopped before an answer.`}</span>
      </p>
      {onRetry !== undefined && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          <RotateCcw aria-hidden="true" />
          <span>{t`Try again`}</span>
        </Button>
      )}
    </div>
  );
}
