import { Footprints, House, Info, MessageCirclePlus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { Button } from "@/components/ui/button.tsx";
import { Sheet } from "@/components/ui/dialog.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { cn } from "@/lib/cn.ts";
import { useOnline } from "@/lib/device.ts";
import { PetPanel, SpeakingAvatar } from "./pet-panel.tsx";
import { VoiceMenu } from "./voice-menu.tsx";

type ChatHeaderProps = {
  agent: Agent;
  hasMessages: boolean;
  isOpening: boolean;
  onNewChat: () => void;
  onHome: () => void;
  onSetup: () => void;
  onMute: () => void;
  onWalk: () => void;
};

export function ChatHeader({ agent, hasMessages, ...on }: ChatHeaderProps) {
  const isOnline = useOnline();
  return (
    <div className="@container border-line border-b bg-surface-raised">
      <header className="@max-[16rem]:flex-wrap flex items-center gap-2 px-2 py-2.5 @md:px-4">
        <SpeakingAvatar pet={agent} size="md" className="@max-[22rem]:hidden" />
        <div className="@max-[16rem]:basis-full min-w-0 flex-1 pl-1">
          <h1 className="truncate text-base @[22rem]:text-lg @md:text-xl">{agent.name}</h1>
          <p aria-live="polite" className="flex items-center gap-1.5 text-ink-muted text-sm">
            <span
              aria-hidden="true"
              className={cn("size-2 rounded-full", isOnline ? "bg-success" : "bg-line-strong")}
            />
            <span>{isOnline ? "Online" : "Offline"}</span>
          </p>
        </div>
        <div className="@max-[16rem]:flex-wrap flex items-center @md:gap-1 @min-[16rem]:shrink-0">
          <HeaderButton label="Walk mode" onClick={on.onWalk}>
            <Footprints aria-hidden="true" />
          </HeaderButton>
          <VoiceMenu onMute={on.onMute} />
          {hasMessages && (
            <HeaderButton label="New Chat" busy={on.isOpening} onClick={on.onNewChat}>
              <MessageCirclePlus aria-hidden="true" />
            </HeaderButton>
          )}
          <HeaderButton label="Home" onClick={on.onHome}>
            <House aria-hidden="true" />
          </HeaderButton>
          <AboutPet agent={agent} onSetup={on.onSetup} />
        </div>
      </header>
    </div>
  );
}

function AboutPet({ agent, onSetup }: { agent: Agent; onSetup: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const title = `About ${agent.name}`;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={title}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <Info aria-hidden="true" />
      </Button>
      <Sheet side="right" title={title} hideTitle open={isOpen} onOpenChange={setOpen}>
        <PetPanel agent={agent} onSetup={onSetup} />
      </Sheet>
    </>
  );
}

type HeaderButtonProps = ComponentProps<"button"> & { label: string; busy?: boolean };

function HeaderButton({ label, children, ...props }: HeaderButtonProps) {
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="sm" aria-label={label} className="min-h-11 min-w-11 px-2.5" {...props}>
        <span className="contents text-xl">{children}</span>
        <span className="hidden @lg:inline">{label}</span>
      </Button>
    </Tooltip>
  );
}
