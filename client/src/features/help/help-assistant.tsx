import { CircleHelp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/cn.ts";
import { HelpPanel } from "./help-panel.tsx";
import { useHelpChat } from "./use-help-chat.ts";

type View = "closed" | "open" | "minimized";

/**
 * The button at the bottom right and the panel that it opens. While minimized, the button marks a new answer; while
 * closed, it does not. The conversation is kept in both cases.
 */
export function HelpAssistant({ className }: { className?: string }) {
  const [view, setView] = useState<View>("closed");
  const [draft, setDraft] = useState("");
  const [seen, setSeen] = useState(1);
  const wasOpen = useRef(false);
  const chat = useHelpChat();
  const leave = (next: View) => {
    wasOpen.current = true;
    setSeen(chat.messages.length);
    setView(next);
  };

  if (view === "open") {
    return (
      <HelpPanel
        className={className}
        chat={chat}
        draft={draft}
        onDraft={setDraft}
        onMinimize={() => leave("minimized")}
        onClose={() => leave("closed")}
      />
    );
  }
  const isMinimized = view === "minimized";
  const isUnread = isMinimized && chat.messages.length > seen;
  const label = isMinimized ? "Restore help assistant" : "Open help assistant";
  return (
    <div className={cn("fixed right-4 bottom-4 z-30 print:hidden", className)}>
      <Button
        // The button replaces the closed panel and takes its focus.
        ref={(button) => {
          if (wasOpen.current) button?.focus();
          wasOpen.current = false;
        }}
        variant={isMinimized ? "secondary" : "outline"}
        size="icon"
        aria-label={isUnread ? `${label}: new answer` : label}
        title={label}
        className="relative size-14 text-2xl text-secondary shadow-card data-[minimized=true]:text-on-secondary"
        data-minimized={isMinimized}
        onClick={() => setView("open")}
      >
        <CircleHelp aria-hidden="true" />
        {isUnread && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 size-4 rounded-full border-2 border-surface bg-primary"
          />
        )}
      </Button>
      <p role="status" className="sr-only">
        {isUnread && "The help assistant has answered."}
      </p>
    </div>
  );
}
