import { t } from "@lingui/core/macro";
import { CircleHelp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Overlay } from "@/components/ui/dialog.tsx";
import { cn } from "@/lib/cn.ts";
import { lazyPart } from "@/lib/part.ts";
import { useHelpChat } from "./use-help-chat.ts";

const panel = lazyPart(() => import("./help-panel.tsx").then((module) => module.HelpPanel));

export type HelpView = "closed" | "open" | "minimized";

type HelpAssistantProps = { view: HelpView; onView: (view: HelpView) => void; className?: string };

/**
 * While minimized, the button marks a new answer; while closed, it does not. The conversation is kept in both cases.
 */
export function HelpAssistant({ view, onView, className }: HelpAssistantProps) {
  const [draft, setDraft] = useState("");
  const [seen, setSeen] = useState(1);
  const wasOpen = useRef(false);
  const chat = useHelpChat((question) => setDraft((since) => since || question));
  const leave = (next: HelpView) => {
    wasOpen.current = true;
    setSeen(chat.messages.length);
    onView(next);
  };
  const isOpen = view === "open";
  const isMinimized = view === "minimized";
  const isUnread = isMinimized && chat.messages.length > seen;
  const label = isMinimized ? t`Restore help assistant` : t`Open help assistant`;
  return (
    <>
      <Button
        // When the panel is left, its button takes the focus.
        ref={(button) => {
          if (isOpen || !wasOpen.current) return;
          button?.focus();
          wasOpen.current = false;
        }}
        variant="ghost"
        size="icon"
        aria-label={isUnread ? t`${label}: new answer` : label}
        title={label}
        // Its place stays while the panel is open, so that the menu does not move.
        className={cn("relative text-secondary", isOpen && "invisible", isMinimized && "bg-secondary-soft", className)}
        onClick={() => onView("open")}
      >
        <CircleHelp aria-hidden="true" />
        {isUnread && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 end-0.5 size-3.5 rounded-full border-2 border-surface bg-primary"
          />
        )}
      </Button>
      <p role="status" className="sr-only">
        {isUnread && t`The help assistant has answered.`}
      </p>
      {isOpen && (
        <Overlay
          panel={panel}
          shown={{
            open: true,
            onOpenChange: () => leave("closed"),
            chat,
            draft,
            onDraft: setDraft,
            onMinimize: () => leave("minimized"),
            onClose: () => leave("closed"),
          }}
        />
      )}
    </>
  );
}
