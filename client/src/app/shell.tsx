import { t } from "@lingui/core/macro";
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { AccountEntries, Header } from "@/app/header.tsx";
import { Sidebar } from "@/app/sidebar.tsx";
import { PhoneBar, usePhoneBarState } from "@/components/phone-bar.tsx";
import { PageLoading } from "@/components/ui/loading.tsx";
import type { HelpView } from "@/features/help/help-assistant.tsx";
import type { Elements } from "@/lib/elements.ts";
import { useSidebar } from "./sidebar.tsx";

export function BareShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pt-16">
      <Header />
      <main className="m-auto w-full px-4 py-6">{children}</main>
    </div>
  );
}

export function Shell({ children }: { children: Elements }) {
  const [path] = useLocation();
  const tab = new URLSearchParams(useSearch()).get("tab");
  const isChat = path === "/app" && tab === "chat";
  const sidebar = useSidebar({ isChat });
  const { isMobile, setOpen } = sidebar;
  const [help, setHelp] = useState<HelpView>("closed");
  // The menu keeps the focus until it is gone.
  const isHelpNext = useRef(false);
  const openHelp = () => {
    if (!isHelpNext.current) return false;
    isHelpNext.current = false;
    setHelp("open");
    return true;
  };
  const phone = usePhoneBarState(useCallback(() => setOpen(false), [setOpen]));
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-full bg-primary px-4 py-2 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
      >
        {t`Skip to content`}
      </a>
      <Header onMenu={sidebar.toggle} help={help} onHelp={setHelp} chatRef={isMobile && isChat ? phone.barRef : null} />
      <div className="flex pt-16">
        <Sidebar {...sidebar} onClosed={openHelp}>
          {isChat && (
            <>
              <div ref={phone.menuRef} className="flex flex-col gap-1 border-line border-t pt-2 empty:hidden" />
              <AccountEntries
                onLeave={phone.places.closeMenu}
                onHelp={() => {
                  isHelpNext.current = true;
                  phone.places.closeMenu();
                }}
              />
            </>
          )}
        </Sidebar>
        <main id="content" className="min-w-0 flex-1">
          <PhoneBar value={isMobile && isChat ? phone.places : null}>
            <Suspense fallback={<PageLoading />}>{children}</Suspense>
          </PhoneBar>
        </main>
      </div>
    </div>
  );
}
