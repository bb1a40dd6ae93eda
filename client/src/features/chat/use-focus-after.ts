import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns the focus after the control was disabled or removed. Not to a text field on a phone, because the keyboard
 * would open.
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
    const mayFocus = onTouchToo || !isTouch();
    if (isOver && mayFocus && document.activeElement === document.body) control.current?.focus();
  }, [isAway, onTouchToo]);
  return control;
}

export function useFocusAtFirst(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!isTouch()) field.current?.focus();
  }, [field]);
}

const isTouch = (): boolean => window.matchMedia?.("(pointer: coarse)").matches;
