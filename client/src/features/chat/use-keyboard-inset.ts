import { type RefObject, useEffect } from "react";

/** Less than this is an address bar on its way. */
const KEYBOARD_MIN_PX = 100;

/**
 * Keeps an element above the keyboard of an iPhone, which covers the page and leaves `dvh` as it was. Elsewhere the
 * page itself shrinks (interactive-widget in index.html) and there is nothing to do.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const fit = () => {
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height;
      const isKeyboard = covered > KEYBOARD_MIN_PX;
      element.current?.style.setProperty("--keyboard", isKeyboard ? `${Math.round(covered)}px` : "0px");
      // The page was pushed up to show the field, which now has moved there by itself.
      if (isKeyboard) window.scrollTo(0, 0);
    };
    viewport.addEventListener("resize", fit);
    return () => viewport.removeEventListener("resize", fit);
  }, [element]);
}
