import { Menu, MessageCircle, ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import { UserMenu } from "@/app/user-menu.tsx";
import { Logo } from "@/components/art/logo.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useUser } from "@/domain/session/session.ts";
import { useIsMobile } from "@/lib/media-query.ts";
import { headerTitle } from "@/lib/product.ts";
import { hasPermission, isAdmin } from "../../../shared/permissions.ts";

export function Header({ onMenu }: { onMenu: () => void }) {
  const user = useUser();
  const isMobile = useIsMobile();
  const seesAdmin = isAdmin(user) || hasPermission(user, "access_admin");
  return (
    <header className="fixed inset-x-0 top-0 z-40 flex h-16 items-center gap-1 border-line border-b bg-surface-raised/95 px-2 backdrop-blur sm:gap-2 sm:px-4">
      {isMobile && (
        <Button variant="ghost" size="icon" aria-label="Open menu" onClick={onMenu}>
          <Menu aria-hidden="true" />
        </Button>
      )}
      <Link
        href="/app?tab=setup"
        className="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 font-display font-semibold"
      >
        <Logo size={36} className="shrink-0" />
        <span className="min-w-0 max-sm:text-xs max-sm:leading-tight sm:truncate">{headerTitle}</span>
      </Link>
      <nav aria-label="Main" className="ml-auto flex items-center gap-1">
        <Button asChild variant="ghost" size={isMobile ? "icon" : "sm"}>
          <Link href="/app?tab=chat" aria-label="Chat">
            <MessageCircle aria-hidden="true" />
            {!isMobile && "Chat"}
          </Link>
        </Button>
        {seesAdmin && (
          <Button asChild variant="ghost" size={isMobile ? "icon" : "sm"}>
            <Link href="/admin" aria-label="Admin">
              <ShieldCheck aria-hidden="true" />
              {!isMobile && "Admin"}
            </Link>
          </Button>
        )}
        <UserMenu />
      </nav>
    </header>
  );
}
