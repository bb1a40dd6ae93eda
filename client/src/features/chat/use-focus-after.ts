import { useEffect, useRef } from "react";

/**
 * Gives a control its focus back after it was disabled or away, unless the reader has moved on. A field on a phone does
 * without, so that the keyboard stays down.
 */
export function useFocusAfter<Control extends HTMLElement = HTMLTextAreaElement>(
  isAway: boolean,
  { onTouchToo = false }: { onTouchToo?: boolean } = {},
) {
  const control = useRef<Control>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    const isOver = wasAway.current && !isAway;
    wasAway.current = isAway;
    const isTouch = window.matchMedia?.("(pointer: coarse)").matches;
    const mayFocus = onTouchToo || !isTouch;
    if (isOver && mayFocus && document.activeElement === document.body) control.current?.focus();
  }, [isAway, onTouchToo]);
  return control;
}
