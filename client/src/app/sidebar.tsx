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
import { Link, useLocation, useSearch } from "wouter";
import type { SidebarState } from "@/app/use-sidebar.ts";
import { Button } from "@/components/ui/button.tsx";
import { Sheet } from "@/components/ui/dialog.tsx";
import { useActivePet } from "@/domain/pets/active-pet.ts";
import { useNewChat } from "@/domain/pets/use-open-pet.ts";
import { cn } from "@/lib/cn.ts";

interface Entry {
  href: string;
  label: string;
  icon: LucideIcon;
  startsChat?: boolean;
}

const entries: readonly Entry[] = [
  { href: "/app?tab=chat", label: "Chat Interface", icon: MessageCircle },
  { href: "/app?tab=chat", label: "New Chat Session", icon: MessageCirclePlus, startsChat: true },
  { href: "/admin", label: "Admin Panel", icon: ShieldCheck },
  { href: "/purchase-speaker", label: "Purchase Speaker", icon: Speaker },
  { href: "/app?tab=reporting", label: "Chat History", icon: History },
  { href: "/app?tab=setup", label: "Settings", icon: Settings },
];

/** A sheet under 768 px, else a panel of 16rem that collapses to a rail of icons. */
export function Sidebar({ isMobile, isOpen, setOpen, toggle }: SidebarState) {
  if (isMobile)
    return (
      <Sheet title="Menu" open={isOpen} onOpenChange={setOpen}>
        <Entries isExpanded onNavigate={() => setOpen(false)} />
      </Sheet>
    );
  return (
    <aside
      className={cn(
        "sticky top-16 flex h-[calc(100dvh-4rem)] shrink-0 flex-col border-line border-r bg-surface-raised transition-[width]",
        isOpen ? "w-64 p-3" : "w-12 px-0.5 py-3",
      )}
    >
      <Entries isExpanded={isOpen} />
      <Button
        variant="ghost"
        size="icon"
        className="mt-auto"
        aria-expanded={isOpen}
        aria-label={isOpen ? "Collapse sidebar" : "Expand sidebar"}
        title={`${isOpen ? "Collapse" : "Expand"} sidebar (Ctrl+B)`}
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
  const here = path === "/app" ? `/app?tab=${new URLSearchParams(search).get("tab") ?? "setup"}` : path;
  return (
    <nav aria-label="Sidebar" className="flex flex-col gap-1">
      {entries.map(({ href, label, icon: Icon, startsChat }) => {
        const isHere = here === href && startsChat !== true;
        return (
          <Link
            key={label}
            href={href}
            aria-label={label}
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
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            {isExpanded && <span>{label}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

/** Opens a new chat with the active pet, or the one used last; without any, the chat tab says what to do. */
function useStartChat(): () => void {
  const active = useActivePet();
  const newChat = useNewChat();
  return () => newChat.mutate(active?.agentId);
}
