import type { KeyboardEvent } from "react";

/** Key handler for a field of several lines: Enter sends, Shift+Enter breaks the line. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

/** Whether an input method is composing a word, for example in Japanese; it then uses Enter and Escape itself. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before the key event; only the key code 229 still tells.
  return nativeEvent.isComposing || keyCode === 229;
}
