import { type RefCallback, useCallback, useState } from "react";

/**
 * Tells whether an element overflows, so that it is a stop for the Tab key only then:
 * text that scrolls must be reachable without a mouse.
 */
export function useOverflowing<T extends HTMLElement>(): [RefCallback<T>, boolean] {
  const [overflowing, setOverflowing] = useState(false);
  const ref = useCallback((element: T | null) => {
    if (element === null || !("ResizeObserver" in window)) return undefined;
    const measure = () => setOverflowing(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [ref, overflowing];
}
