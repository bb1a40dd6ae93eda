import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns the focus to a control after it was disabled or removed, unless the person has moved it elsewhere. Not to a
 * text field on a phone, because the keyboard would open.
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

/** Moves the focus to a text field when it appears, so that a person can type at once; not on a phone, as above. */
export function useFocusAtFirst(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!isTouch()) field.current?.focus();
  }, [field]);
}

const isTouch = (): boolean => window.matchMedia?.("(pointer: coarse)").matches;
