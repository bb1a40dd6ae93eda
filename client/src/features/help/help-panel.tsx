import { t } from "@lingui/core/macro";
import { ArrowUp, Minus, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { TooLongNote, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { cn } from "@/lib/cn.ts";
import { isComposing, sendOnEnter } from "@/lib/send-on-enter.ts";
import type { HelpChat, HelpMessage } from "./use-help-chat.ts";

type HelpPanelProps = {
  chat: HelpChat;
  draft: string;
  onDraft: (text: string) => void;
  onMinimize: () => void;
  onClose: () => void;
};

/** 20rem wide (specification, section 2), and never wider than a small phone. */
export function HelpPanel({ chat, draft, onDraft, onMinimize, onClose }: HelpPanelProps) {
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);
  const isTooLong = tooLong(draft, limits.message) !== undefined;
  const send = () => {
    if (!isTooLong && chat.send(draft)) onDraft("");
  };
  // The header's blur would make it the panel's frame.
  return createPortal(
    <section
      aria-labelledby={titleId}
      data-panel=""
      className="fixed end-4 bottom-[calc(1rem+var(--toast,0px))] z-30 flex h-[min(30rem,calc(100dvh-6rem-var(--toast,0px)))] w-80 max-w-[calc(100vw-2rem)] animate-rise-in flex-col overflow-hidden rounded-card border border-line bg-surface-raised shadow-card print:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.stopPropagation();
        onMinimize();
      }}
    >
      <header className="flex items-center gap-1 border-line border-b py-1 pe-1 ps-4">
        <h2 id={titleId} className="flex-1 text-lg">
          {t`Help assistant`}
        </h2>
        <Button variant="ghost" size="icon" aria-label={t`Minimise help assistant`} onClick={onMinimize}>
          <Minus aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label={t`Close help assistant`} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <HelpLog chat={chat} />
      <TooLongNote text={draft} limit={limits.message} className="px-3 pb-1" />
      <form
        className="flex items-end gap-2 border-line border-t p-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Textarea
          ref={field}
          autoGrow
          rows={1}
          maxRows={4}
          aria-label={t`Your question`}
          placeholder={t`Ask about setup...`}
          enterKeyHint="send"
          aria-invalid={isTooLong}
          value={draft}
          className="flex-1"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={sendOnEnter(send)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="icon"
          aria-label={t`Send question`}
          disabled={draft.trim() === "" || isTooLong || chat.isPending}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
      </form>
    </section>,
    document.body,
  );
}

function HelpLog({ chat: { messages, isPending } }: { chat: HelpChat }) {
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to the end with every message
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, isPending]);
  return (
    <div
      ref={log}
      role="log"
      aria-label={t`Conversation with the help assistant`}
      aria-busy={isPending}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable without a mouse
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-3 focus-visible:-outline-offset-3"
    >
      {messages.map((message) => (
        <HelpBubble key={message.id} message={message} />
      ))}
      {isPending && <p className="animate-breathe px-1 text-ink-muted text-sm">{t`Looking that up...`}</p>}
    </div>
  );
}

function HelpBubble({ message: { role, content } }: { message: HelpMessage }) {
  const isOwn = role === "user";
  return (
    <p
      className={cn(
        "max-w-[88%] whitespace-pre-line rounded-bubble px-4 py-2.5 text-sm",
        isOwn ? "self-end bg-secondary-soft" : "self-start bg-surface-sunken",
      )}
    >
      <span className="sr-only">{isOwn ? t`You: ` : t`Help assistant: `}</span>
      <span>{content}</span>
    </p>
  );
}
