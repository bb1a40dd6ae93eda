import { useCallback, useEffect, useState } from "react";
import { useIsMobile } from "@/lib/media-query.ts";

const COOKIE = "sidebar_state";
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

export interface SidebarState {
  isMobile: boolean;
  /** On a phone: the sheet is open. Elsewhere: the panel is wide rather than a rail of icons. */
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
}

/**
 * Expanded or collapsed, kept in a cookie for 7 days; Ctrl or Cmd plus B toggles it. In the chat it is the rail, until it
 * is expanded there.
 */
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
