import { useRef } from "react";

/** The button of the menu that opened last: when one of its items opens a dialog, the menu itself is gone. */
let menuButton: HTMLElement | null = null;

/** A ref for a menu's content, which Radix labels by the menu's button. */
export function rememberMenuButton(menu: HTMLElement | null): void {
  const id = menu?.getAttribute("aria-labelledby");
  if (id) menuButton = document.getElementById(id);
}

/**
 * Where the focus goes when a dialog opens, to its first field, and when it closes, to what opened it. Radix alone would
 * take the Close button, and lose the focus of a dialog without a trigger.
 */
export function useDialogFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      const { activeElement, body } = document;
      const isInPage = activeElement instanceof HTMLElement && activeElement !== body;
      opener.current = isInPage && activeElement.closest("[role=menu]") === null ? activeElement : menuButton;
      const field = event.currentTarget instanceof Element ? firstField(event.currentTarget) : null;
      if (field === null) return;
      event.preventDefault();
      field.focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      if (opener.current?.isConnected !== true) return;
      event.preventDefault();
      opener.current.focus({ preventScroll: true });
    },
  };
}

const FIELD = ["input:not([type=hidden])", "textarea", "select", "[role=combobox]"]
  // Without what the keyboard can't reach, such as the file input behind a button.
  .map((control) => `${control}:not(:disabled, [tabindex="-1"])`)
  .join();

/** The field marked as the first one, else the first in the dialog's order. */
const firstField = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>("[data-first-field]") ?? dialog.querySelector<HTMLElement>(FIELD);
