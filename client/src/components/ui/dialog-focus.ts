import { useRef } from "react";

/** The button of the last opened menu: when a menu item opens a dialog, the menu itself is gone. */
let menuButton: HTMLElement | null = null;

/** A ref for a menu's content: Radix labels it by the menu's button. */
export function rememberMenuButton(menu: HTMLElement | null): void {
  const id = menu?.getAttribute("aria-labelledby");
  if (id) menuButton = document.getElementById(id);
}

/**
 * Focuses the first field of a dialog that opens and, when it closes, what opened it. Radix alone would focus the Close
 * button, and lose the focus of a dialog without a trigger.
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

const firstField = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>("[data-first-field]") ?? dialog.querySelector<HTMLElement>(FIELD);
