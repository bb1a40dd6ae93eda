import type { KeyboardEvent } from "react";

/** Key handler for a field of several lines: Enter sends, Shift+Enter breaks the line. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

/** Whether an input method is composing a word, as for Japanese: then Enter and Escape belong to it. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before it reports the key; only the key code still says so.
  return nativeEvent.isComposing || keyCode === 229;
}
