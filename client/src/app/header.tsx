import { t } from "@lingui/core/macro";
import { CircleHelp, FolderHeart, KeyRound, LogOut, MenuIcon, MessageCircle, ShieldCheck, WifiOff } from "lucide-react";
import type { RefCallback } from "react";
import { Link, useLocation } from "wouter";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import { Logo } from "@/components/art/logo.tsx";
import { MenuButton } from "@/components/phone-bar.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { LanguageSwitch } from "@/components/ui/language-switch.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { ThemeSwitch } from "@/components/ui/theme-switch.tsx";
import { useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { HelpAssistant, type HelpView } from "@/features/help/help-assistant.tsx";
import { cn } from "@/lib/cn.ts";
import { useIsMobile, useOnline } from "@/lib/device.ts";
import { headerTitle } from "@/lib/product.ts";

type HeaderProps = {
  /** Without it the header leads nowhere: for somebody who has to choose a password first. */
  onMenu?: () => void;
  help?: HelpView;
  onHelp?: (view: HelpView) => void;
  /** Where the chat on a phone puts what it needs; the menu then has the rest. */
  chatRef?: RefCallback<HTMLElement> | null;
};

/** What the menu has while a chat is in the header. */
const UNLESS_CHAT = "group-has-[[data-chat-bar]:not(:empty)]/header:hidden";

export function Header({ onMenu, help = "closed", onHelp, chatRef = null }: HeaderProps) {
  const user = useUser();
  const isMobile = useIsMobile();
  const isOnline = useOnline();
  const seesAdmin = isAdmin(user) || hasPermission(user, "access_admin");
  return (
    <header className="group/header fixed inset-x-0 top-0 z-40 flex h-16 items-center gap-1 border-line border-b bg-surface-raised/95 px-2 backdrop-blur max-[22rem]:gap-0 max-[22rem]:px-1 sm:gap-2 sm:px-4">
      {isMobile && onMenu && (
        <Button variant="ghost" size="icon" aria-label={t`Open menu`} onClick={onMenu}>
          <MenuIcon aria-hidden="true" />
        </Button>
      )}
      <Link
        href="/app?tab=setup"
        className={cn(
          "flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 font-display font-semibold",
          UNLESS_CHAT,
          !isOnline && "max-[16rem]:hidden",
        )}
      >
        <Logo
          size={36}
          className={cn(
            "shrink-0",
            isOnline && (seesAdmin ? "min-[22rem]:max-[25rem]:hidden" : "min-[20rem]:max-[25rem]:hidden"),
          )}
        />
        <span
          className={cn(
            "line-clamp-2 min-w-0 max-[20rem]:sr-only max-sm:text-xs max-sm:leading-tight sm:line-clamp-1",
            seesAdmin && "max-[22rem]:sr-only",
            !isOnline && "max-sm:sr-only",
          )}
        >
          {headerTitle}
        </span>
      </Link>
      {/* Always mounted, because screen readers announce only changes in an element that was there before. */}
      <div role="status" className={cn("shrink-0", UNLESS_CHAT)}>
        {!isOnline && (
          <Badge tone="warning">
            <WifiOff aria-hidden="true" />
            <span className="max-[25rem]:sr-only">{t`Offline`}</span>
          </Badge>
        )}
      </div>
      {chatRef !== null && (
        <div ref={chatRef} data-chat-bar="" className="flex min-w-0 flex-1 items-center gap-1 empty:hidden" />
      )}
      <nav aria-label={t`Main`} className="ms-auto flex items-center gap-1 max-[22rem]:gap-0">
        {onMenu && (
          <Button
            asChild
            variant="ghost"
            size={isMobile ? "icon" : "sm"}
            className={cn("max-[16rem]:hidden", UNLESS_CHAT)}
          >
            <Link href="/app?tab=chat" aria-label={t`Chat`}>
              <MessageCircle aria-hidden="true" />
              {!isMobile && <span>{t`Chat`}</span>}
            </Link>
          </Button>
        )}
        {onMenu && seesAdmin && (
          <Button
            asChild
            variant="ghost"
            size={isMobile ? "icon" : "sm"}
            className={cn("max-[16rem]:hidden", UNLESS_CHAT)}
          >
            <Link href="/admin" aria-label={t`Admin`}>
              <ShieldCheck aria-hidden="true" />
              {!isMobile && <span>{t`Admin`}</span>}
            </Link>
          </Button>
        )}
        {onHelp && (
          <HelpAssistant view={help} onView={onHelp} {...(help === "minimized" ? {} : { className: UNLESS_CHAT })} />
        )}
        <UserMenu className={UNLESS_CHAT} />
      </nav>
    </header>
  );
}

/** The user menu as entries of the menu on a phone, with the help. */
export function AccountEntries({ onHelp, onLeave }: { onHelp: () => void; onLeave: () => void }) {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const goTo = (path: string) => {
    onLeave();
    navigate(path);
  };
  return (
    <section aria-label={t`Your account`} className="flex flex-col gap-1 border-line border-t pt-2">
      <MenuButton onClick={onHelp}>
        <CircleHelp aria-hidden="true" />
        <span>{t`Help`}</span>
      </MenuButton>
      <MenuButton onClick={() => goTo("/my-data")}>
        <FolderHeart aria-hidden="true" />
        <span>{t`My data`}</span>
      </MenuButton>
      <MenuButton onClick={() => goTo("/change-password")}>
        <KeyRound aria-hidden="true" />
        <span>{t`Change Password`}</span>
      </MenuButton>
      <MenuButton onClick={() => void signOut()}>
        <LogOut aria-hidden="true" />
        <span>{t`Sign Out`}</span>
      </MenuButton>
      <LanguageSwitch className="ps-3 pt-1" />
      <div className="flex items-center justify-between gap-3 pt-2 ps-3">
        <p className="wrap-anywhere min-w-0 text-sm">
          <span className="block font-bold">{`${user.firstName} ${user.lastName}`}</span>
          <span className="block text-ink-muted">{user.username}</span>
        </p>
        <ThemeSwitch className="shrink-0" />
      </div>
    </section>
  );
}

function UserMenu({ className }: { className: string }) {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <Menu
      button={
        <button
          type="button"
          aria-label={t`User menu of ${fullName}`}
          className={cn("grid size-11 place-items-center rounded-full", className)}
        >
          <Avatar firstName={user.firstName} lastName={user.lastName} />
        </button>
      }
    >
      {(items) => (
        <>
          <items.MenuLabel>
            <span className="block font-bold text-base text-ink">{fullName}</span>
            <span className="block">{user.username}</span>
          </items.MenuLabel>
          <items.MenuSeparator />
          <items.MenuItem onSelect={() => navigate("/my-data")}>
            <FolderHeart aria-hidden="true" />
            <span>{t`My data`}</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => navigate("/change-password")}>
            <KeyRound aria-hidden="true" />
            <span>{t`Change Password`}</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" />
            <span>{t`Sign Out`}</span>
          </items.MenuItem>
          <items.MenuSeparator />
          <items.LanguageMenuItems />
          <items.ThemeMenuItems />
        </>
      )}
    </Menu>
  );
}
