import { useCallback, useEffectEvent } from "react";

/** How far before the end of the list the next page is fetched. */
const AHEAD_PX = 600;

/** A ref for an element at the end of a list: calls `onNear` when the reader scrolls near it. */
export function useNearEnd(onNear: () => void): (end: Element | null) => (() => void) | undefined {
  const near = useEffectEvent(onNear);
  return useCallback((end: Element | null) => {
    // Without an observer the person uses the button there.
    if (end === null || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
}
