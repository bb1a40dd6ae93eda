import { t } from "@lingui/core/macro";
import { Footprints, House, Info, MessageCirclePlus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { createPortal } from "react-dom";
import type { Agent } from "#shared/api/agents.ts";
import { MenuButton, usePhoneBar } from "@/components/phone-bar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Sheet } from "@/components/ui/dialog.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { cn } from "@/lib/cn.ts";
import { useOnline } from "@/lib/device.ts";
import type { Elements } from "@/lib/elements.ts";
import { PetPanel, SpeakingAvatar, useWaitingSuggestions } from "./pet-panel.tsx";
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

export function ChatHeader(props: ChatHeaderProps) {
  const phone = usePhoneBar();
  if (phone !== null) return phone.bar && createPortal(<PhoneHeader {...props} />, phone.bar);
  return <WideHeader {...props} />;
}

function WideHeader({ agent, hasMessages, ...on }: ChatHeaderProps) {
  const waiting = useWaitingSuggestions(agent);
  return (
    <div className="@container border-line border-b bg-surface-raised">
      <header className="@max-[16rem]:flex-wrap flex items-center gap-2 px-2 py-2.5 @md:px-4">
        <SpeakingAvatar pet={agent} size="md" className="@max-[22rem]:hidden" />
        <PetOnline agent={agent} className="@max-[16rem]:basis-full" />
        <div className="@max-[16rem]:flex-wrap flex items-center @md:gap-1 @min-[16rem]:shrink-0">
          {!agent.diedOn && (
            <HeaderButton label={t`Walk mode`} onClick={on.onWalk}>
              <Footprints aria-hidden="true" />
            </HeaderButton>
          )}
          <VoiceMenu onMute={on.onMute} />
          {hasMessages && (
            <HeaderButton label={t`New Chat`} busy={on.isOpening} onClick={on.onNewChat}>
              <MessageCirclePlus aria-hidden="true" />
            </HeaderButton>
          )}
          <HeaderButton label={t`Home`} onClick={on.onHome}>
            <House aria-hidden="true" />
          </HeaderButton>
          <AboutPet agent={agent} onSetup={on.onSetup}>
            {(title, open) => (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`${title}${waiting.inWords}`}
                aria-haspopup="dialog"
                className="relative lg:hidden"
                onClick={open}
              >
                <Info aria-hidden="true" />
                {waiting.count > 0 && (
                  <span aria-hidden="true" className="absolute end-1.5 top-1.5 size-2 rounded-full bg-secondary" />
                )}
              </Button>
            )}
          </AboutPet>
        </div>
      </header>
    </div>
  );
}

/** In the shell's bar; what it leaves out is in the menu, walk mode under the voice. */
function PhoneHeader({ agent, hasMessages, ...on }: ChatHeaderProps) {
  const phone = usePhoneBar();
  const waiting = useWaitingSuggestions(agent);
  const close = () => phone?.closeMenu();
  return (
    <>
      <SpeakingAvatar pet={agent} size="md" className="max-[22rem]:hidden" />
      <PetOnline agent={agent} />
      <VoiceMenu onMute={on.onMute} {...(!agent.diedOn && { onWalk: on.onWalk })} />
      {hasMessages && (
        <HeaderButton label={t`New Chat`} busy={on.isOpening} onClick={on.onNewChat}>
          <MessageCirclePlus aria-hidden="true" />
        </HeaderButton>
      )}
      <AboutPet agent={agent} onSetup={on.onSetup}>
        {(title, open) =>
          phone?.menu &&
          createPortal(
            <>
              <MenuButton
                aria-label={`${title}${waiting.inWords}`}
                onClick={() => {
                  close();
                  open();
                }}
              >
                <Info aria-hidden="true" />
                <span className="flex-1">{title}</span>
                {waiting.count > 0 && <Badge tone="secondary">{waiting.count}</Badge>}
              </MenuButton>
              <MenuButton
                onClick={() => {
                  close();
                  on.onHome();
                }}
              >
                <House aria-hidden="true" />
                <span>{t`Home`}</span>
              </MenuButton>
            </>,
            phone.menu,
          )
        }
      </AboutPet>
    </>
  );
}

function PetOnline({ agent, className }: { agent: Agent; className?: string }) {
  const isOnline = useOnline();
  const box = cn("min-w-0 flex-1 ps-1", className);
  const title = <h1 className="truncate text-base @[22rem]:text-lg @md:text-xl">{agent.name}</h1>;
  if (agent.diedOn)
    return (
      <div className={box}>
        {title}
        <p className="text-ink-muted text-sm">{agent.atRest ? t`At rest` : t`In memory`}</p>
      </div>
    );
  return (
    <div className={box}>
      {title}
      <p role="status" className="flex items-center gap-1.5 text-ink-muted text-sm">
        <span aria-hidden="true" className={cn("size-2 rounded-full", isOnline ? "bg-success" : "bg-line-strong")} />
        <span>{isOnline ? t`Online` : t`Offline`}</span>
      </p>
    </div>
  );
}

type AboutPetProps = {
  agent: Agent;
  onSetup: () => void;
  children: (title: string, open: () => void) => Elements;
};

function AboutPet({ agent, onSetup, children }: AboutPetProps) {
  const [isOpen, setOpen] = useState(false);
  const title = t`About ${{ name: agent.name }}`;
  return (
    <>
      {children(title, () => setOpen(true))}
      <Sheet side="end" title={title} hideTitle open={isOpen} onOpenChange={setOpen}>
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
