import { useEffect } from "react";

/** A smaller change of the viewport's height is the address bar, not the keyboard. */
const KEYBOARD_MIN_PX = 100;

/**
 * Keeps the height of an iPhone's keyboard in `--keyboard`, because it covers the page and does not change `dvh`.
 * Elsewhere the page itself shrinks (interactive-widget in index.html), so there is nothing to do.
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
