import { useCallback, useEffectEvent } from "react";

/** So far ahead of the visible end the next page is fetched. */
const AHEAD_PX = 600;

/** A ref for what stands at the end of a list: calls `onNear` as the reader scrolls towards it. */
export function useNearEnd(onNear: () => void): (end: Element | null) => (() => void) | undefined {
  const near = useEffectEvent(onNear);
  return useCallback((end: Element | null) => {
    // Without an observer the button that stands there does.
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
