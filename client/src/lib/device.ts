import { useEffect, useSyncExternalStore } from "react";

/** Below this width the layout is a phone's (specification, section 9). */
const MOBILE_BREAKPOINT_PX = 768;

export const useIsMobile = (): boolean => useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

export const usePrefersReducedMotion = (): boolean => useMediaQuery("(prefers-reduced-motion: reduce)");

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener("change", listener);
      return () => list?.removeEventListener("change", listener);
    },
    () => window.matchMedia?.(query)?.matches ?? false,
  );
}

/** A smaller change of the viewport's height is the address bar, not the keyboard. */
const KEYBOARD_MIN_PX = 100;

/**
 * Keeps the height of an iPhone's keyboard in `--keyboard`, because it covers the page and does not change `dvh`.
 * Elsewhere the page itself shrinks (interactive-widget in index.html).
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height;
      const isKeyboard = covered > KEYBOARD_MIN_PX;
      style.setProperty("--keyboard", isKeyboard ? `${Math.round(covered)}px` : "0px");
      // iOS scrolled the page to show the field; the inset shows it already.
      if (isKeyboard) window.scrollTo(0, 0);
    };
    viewport.addEventListener("resize", fit);
    return () => {
      viewport.removeEventListener("resize", fit);
      style.removeProperty("--keyboard");
    };
  }, []);
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Such as 'Europe/Berlin'. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Radix writes `ltr` on what it opens, unless it is told otherwise. */
export const pageDirection = () => (document.dir === "rtl" ? "rtl" : "ltr");
