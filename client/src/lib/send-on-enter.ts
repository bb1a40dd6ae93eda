import type { KeyboardEvent } from "react";

/** For a field of several lines: Enter sends, with Shift it breaks the line. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

/** While a word is being composed, as in Japanese, the keys belong to the choice of the word. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends a composition before it tells of the key: then only the key code says so.
  return nativeEvent.isComposing || keyCode === 229;
}
