import { FolderHeart, KeyRound, LogOut, MenuIcon, MessageCircle, ShieldCheck, WifiOff } from "lucide-react";
import { Link, useLocation } from "wouter";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import { Logo } from "@/components/art/logo.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { HelpAssistant } from "@/features/help/help-assistant.tsx";
import { cn } from "@/lib/cn.ts";
import { useIsMobile, useOnline } from "@/lib/device.ts";
import { headerTitle } from "@/lib/product.ts";

/** Without `onMenu` it leads nowhere: for somebody who has to choose a password first. */
export function Header({ onMenu }: { onMenu?: () => void }) {
  const user = useUser();
  const isMobile = useIsMobile();
  const isOnline = useOnline();
  const seesAdmin = isAdmin(user) || hasPermission(user, "access_admin");
  return (
    <header className="fixed inset-x-0 top-0 z-40 flex h-16 items-center gap-1 border-line border-b bg-surface-raised/95 px-2 backdrop-blur max-[22rem]:gap-0 max-[22rem]:px-1 sm:gap-2 sm:px-4">
      {isMobile && onMenu && (
        <Button variant="ghost" size="icon" aria-label="Open menu" onClick={onMenu}>
          <MenuIcon aria-hidden="true" />
        </Button>
      )}
      <Link
        href="/app?tab=setup"
        className={cn(
          "flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 font-display font-semibold",
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
      <div role="status" className="shrink-0">
        {!isOnline && (
          <Badge tone="warning">
            <WifiOff aria-hidden="true" />
            <span className="max-[25rem]:sr-only">Offline</span>
          </Badge>
        )}
      </div>
      <nav aria-label="Main" className="ml-auto flex items-center gap-1 max-[22rem]:gap-0">
        {onMenu && (
          <Button asChild variant="ghost" size={isMobile ? "icon" : "sm"} className="max-[16rem]:hidden">
            <Link href="/app?tab=chat" aria-label="Chat">
              <MessageCircle aria-hidden="true" />
              {!isMobile && <span>Chat</span>}
            </Link>
          </Button>
        )}
        {onMenu && seesAdmin && (
          <Button asChild variant="ghost" size={isMobile ? "icon" : "sm"} className="max-[16rem]:hidden">
            <Link href="/admin" aria-label="Admin">
              <ShieldCheck aria-hidden="true" />
              {!isMobile && <span>Admin</span>}
            </Link>
          </Button>
        )}
        {onMenu && <HelpAssistant />}
        <UserMenu />
      </nav>
    </header>
  );
}

function UserMenu() {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <Menu
      button={
        <button
          type="button"
          aria-label={`User menu of ${fullName}`}
          className="grid size-11 place-items-center rounded-full"
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
            <span>My data</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => navigate("/change-password")}>
            <KeyRound aria-hidden="true" />
            <span>Change Password</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" />
            <span>Sign Out</span>
          </items.MenuItem>
          <items.MenuSeparator />
          <items.ThemeMenuItems />
        </>
      )}
    </Menu>
  );
}
