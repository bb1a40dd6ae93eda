import type { KeyboardEvent } from "react";

/** Enter sends, Shift+Enter breaks the line. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

/** An input method, for example for Japanese, uses Enter and Escape itself while it composes a word. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before the key event; only the key code 229 still tells.
  return nativeEvent.isComposing || keyCode === 229;
}
