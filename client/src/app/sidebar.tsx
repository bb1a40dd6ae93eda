import { plural, t } from "@lingui/core/macro";
import {
  History,
  type LucideIcon,
  MessageCircle,
  MessageCirclePlus,
  PanelLeft,
  Settings,
  ShieldCheck,
  Speaker,
} from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Sheet } from "@/components/ui/dialog.tsx";
import { useActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { useNewChat } from "@/domain/pets/use-open-pet.ts";
import { cn } from "@/lib/cn.ts";
import { useIsMobile } from "@/lib/device.ts";
import type { Elements } from "@/lib/elements.ts";
import { numberOf } from "@/lib/formats.ts";

interface Entry {
  href: string;
  label: string;
  icon: LucideIcon;
  startsChat?: boolean;
}

/** From which the family of a pet is reached. */
const SETTINGS = "/app?tab=setup";

const entries: readonly Entry[] = [
  { href: "/app?tab=chat", label: t`Chat Interface`, icon: MessageCircle },
  { href: "/app?tab=chat", label: t`New Chat Session`, icon: MessageCirclePlus, startsChat: true },
  { href: "/admin", label: t`Admin Panel`, icon: ShieldCheck },
  { href: "/purchase-speaker", label: t`Purchase Speaker`, icon: Speaker },
  { href: "/app?tab=reporting", label: t`Chat History`, icon: History },
  { href: SETTINGS, label: t`Settings`, icon: Settings },
];

type SidebarProps = SidebarState & {
  /** Of the menu on a phone, below its links. */
  children: Elements;
  /** Once the menu on a phone is gone; true where something else takes the focus then. */
  onClosed: () => boolean;
};

export function Sidebar({ isMobile, isOpen, setOpen, toggle, children, onClosed }: SidebarProps) {
  if (isMobile)
    return (
      <Sheet title={t`Menu`} open={isOpen} onOpenChange={setOpen} onClosed={onClosed}>
        <div className="flex flex-col gap-2">
          <Entries isExpanded onNavigate={() => setOpen(false)} />
          {children}
        </div>
      </Sheet>
    );
  return (
    <aside
      className={cn(
        "sticky top-16 flex h-[calc(100dvh-4rem)] shrink-0 flex-col border-line border-e bg-surface-raised transition-[width]",
        isOpen ? "w-64 p-3" : "w-12 px-0.5 py-3",
      )}
    >
      <Entries isExpanded={isOpen} />
      <Button
        variant="ghost"
        size="icon"
        className="mt-auto"
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Collapse sidebar` : t`Expand sidebar`}
        title={isOpen ? t`Collapse sidebar (Ctrl+B)` : t`Expand sidebar (Ctrl+B)`}
        onClick={toggle}
      >
        <PanelLeft aria-hidden="true" />
      </Button>
    </aside>
  );
}

function Entries({ isExpanded, onNavigate }: { isExpanded: boolean; onNavigate?: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const startChat = useStartChat();
  const waiting = useWaitingContributions();
  const here = path === "/app" ? `/app?tab=${new URLSearchParams(search).get("tab") ?? "setup"}` : path;
  return (
    <nav aria-label={t`Sidebar`} className="flex flex-col gap-1">
      {entries.map(({ href, label, icon: Icon, startsChat }) => {
        const isHere = here === href && startsChat !== true;
        const count = href === SETTINGS ? waiting : 0;
        return (
          <Link
            key={label}
            href={href}
            aria-label={
              count === 0
                ? label
                : `${label}, ${plural(count, { one: "# contribution waits", other: "# contributions wait" })}`
            }
            title={isExpanded ? undefined : label}
            aria-current={isHere ? "page" : undefined}
            onClick={() => {
              onNavigate?.();
              if (startsChat) startChat();
            }}
            className={cn(
              "flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold hover:bg-surface-sunken",
              isHere && "bg-primary-soft text-primary",
            )}
          >
            <span className="relative shrink-0">
              <Icon aria-hidden="true" className="size-5" />
              {count > 0 && !isExpanded && (
                <span aria-hidden="true" className="absolute -end-1 -top-1 size-2.5 rounded-full bg-primary" />
              )}
            </span>
            {isExpanded && <span>{label}</span>}
            {isExpanded && count > 0 && (
              <Badge tone="primary" aria-hidden="true" className="ms-auto">
                {numberOf(count)}
              </Badge>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

/** What the person is to approve, of all their pets. */
const useWaitingContributions = (): number =>
  (useAgents().data?.agents ?? []).reduce((sum, { contributionsWaiting = 0 }) => sum + contributionsWaiting, 0);

/** Without any pet, the chat tab says what to do. */
function useStartChat(): () => void {
  const active = useActivePet();
  const newChat = useNewChat();
  return () => newChat.mutate(active?.agentId);
}

const COOKIE = "sidebar_state";
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

interface SidebarState {
  isMobile: boolean;
  /** On a phone: the sheet is open. Elsewhere: the panel is wide rather than a rail of icons. */
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
}

/** In the chat it is a rail until it is expanded there. */
export function useSidebar({ isChat }: { isChat: boolean }): SidebarState {
  const isMobile = useIsMobile();
  const [isExpanded, setExpanded] = useState(() => !document.cookie.includes(`${COOKIE}=false`));
  const [isExpandedInChat, setExpandedInChat] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isOpen = isMobile ? isSheetOpen : isChat ? isExpandedInChat : isExpanded;

  const setOpen = useCallback(
    (open: boolean) => {
      if (isMobile) return setSheetOpen(open);
      if (isChat) return setExpandedInChat(open);
      setExpanded(open);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and Firefox before 140
      document.cookie = `${COOKIE}=${open}; path=/; max-age=${COOKIE_SECONDS}; SameSite=Lax`;
    },
    [isMobile, isChat],
  );
  const toggle = useCallback(() => setOpen(!isOpen), [isOpen, setOpen]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [toggle]);

  return { isMobile, isOpen, setOpen, toggle };
}
