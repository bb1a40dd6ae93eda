import { t } from "@lingui/core/macro";
import { type ComponentProps, type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { type LazyPart, lazyPart, useLazyPart, whatToDo } from "@/lib/part.ts";
import { useStableCallback } from "@/lib/use-stable-callback.ts";
import { Button } from "./button.tsx";
import type { ConfirmPanel, DialogPanel, OverlayProps, SheetPanel } from "./dialog-panels.tsx";
import { Spinner } from "./loading.tsx";
import { Notice } from "./notice.tsx";
import { overlayStyle } from "./panel-style.ts";

const dialog = lazyPart(() => import("./dialog-panels.tsx").then((module) => module.DialogPanel));
const confirm = lazyPart(() => import("./dialog-panels.tsx").then((module) => module.ConfirmPanel));
const sheet = lazyPart(() => import("./dialog-panels.tsx").then((module) => module.SheetPanel));

/** Fills the screen of a phone; from 640 px up it is a centered panel. */
export const Dialog = (props: ComponentProps<typeof DialogPanel>) => <Overlay panel={dialog} shown={props} />;

export const ConfirmDialog = (props: ComponentProps<typeof ConfirmPanel>) => <Overlay panel={confirm} shown={props} />;

export const Sheet = (props: ComponentProps<typeof SheetPanel>) => <Overlay panel={sheet} shown={props} />;

type Props<Shown extends OverlayProps> = { panel: LazyPart<ComponentType<Shown>>; shown: Shown };

/** A dialog or sheet whose code is loaded when it is first opened. */
export function Overlay<Shown extends OverlayProps>({ panel, shown }: Props<Shown>) {
  const { value: Panel, error, retry } = useLazyPart(panel, shown.open);
  if (Panel !== null) return <Panel {...shown} />;
  if (!shown.open) return null;
  // In the body, because an ancestor with a blur, such as the header, would become its frame.
  return createPortal(
    <LoadingOverlay error={error} onRetry={retry} onOpenChange={shown.onOpenChange} />,
    document.body,
  );
}

type LoadingOverlayProps = {
  /** Null as long as the code may still come. */
  error?: unknown;
  onRetry?: () => void;
  onOpenChange: OverlayProps["onOpenChange"];
};

/** Shown in place of code that is being loaded. */
export function LoadingOverlay({ error = null, onRetry = () => {}, onOpenChange }: LoadingOverlayProps) {
  const area = useRef<HTMLDivElement>(null);
  useEscape(onOpenChange && (() => onOpenChange(false)));
  // The opener gets the focus back when these buttons disappear.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const own = area.current;
    for (const type of OUTSIDE_OF_A_DIALOG) own?.addEventListener(type, keepWithin);
    return () => {
      for (const type of OUTSIDE_OF_A_DIALOG) own?.removeEventListener(type, keepWithin);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    // An open dialog disables the pointer events of everything else.
    <div ref={area} className={`${overlayStyle} grid place-items-center p-4`} style={{ pointerEvents: "auto" }}>
      {error === null ? (
        <p role="status" className="flex items-center gap-3 rounded-card bg-surface-raised px-6 py-4 shadow-card">
          <Spinner className="text-primary" />
          <span>{t`Opening...`}</span>
        </p>
      ) : (
        <Failed onRetry={onRetry} onOpenChange={onOpenChange} />
      )}
    </div>
  );
}

/** At these events outside of itself an open dialog below would take the focus back, or close. */
const OUTSIDE_OF_A_DIALOG = ["focusin", "focusout", "pointerdown"] as const;

const keepWithin = (event: Event) => event.stopPropagation();

function Failed({ onRetry, onOpenChange }: Required<Pick<LoadingOverlayProps, "onRetry" | "onOpenChange">>) {
  return (
    <Notice
      tone="error"
      title={t`This could not be opened`}
      className="max-w-md shadow-card"
      action={
        <>
          <Button autoFocus size="sm" onClick={onRetry}>
            {t`Try again`}
          </Button>
          {onOpenChange !== undefined && (
            <Button variant="outline" size="sm" onClick={() => onOpenChange(false)}>
              {t`Close`}
            </Button>
          )}
        </>
      }
    >
      {whatToDo()}
    </Notice>
  );
}

/** Takes the Escape key away from dialogs below. While `onEscape` is undefined, the key is left alone. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const leave = useStableCallback(() => onEscape?.());
  const isWanted = onEscape !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      leave();
    };
    // On the window, because dialogs listen at the document, which comes after it.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isWanted, leave]);
}
