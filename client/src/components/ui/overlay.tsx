import { type ComponentType, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { type Part, usePart, WHAT_TO_DO } from "@/lib/part.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { overlayStyle } from "./panel-style.ts";
import { Spinner } from "./spinner.tsx";
import { useEscape } from "./use-escape.ts";

export type OverlayProps = { open: boolean; onOpenChange?: ((open: boolean) => void) | undefined };

type Props<Shown extends OverlayProps> = { panel: Part<ComponentType<Shown>>; shown: Shown };

/** A dialog or sheet whose code is loaded when it is first opened. */
export function Overlay<Shown extends OverlayProps>({ panel, shown }: Props<Shown>) {
  const { value: Panel, error, retry } = usePart(panel, shown.open);
  if (Panel !== null) return <Panel {...shown} />;
  if (!shown.open) return null;
  // Outside of what may be the frame of everything within it, such as the header with its blur.
  return createPortal(<OnItsWay error={error} onRetry={retry} onOpenChange={shown.onOpenChange} />, document.body);
}

type OnItsWayProps = {
  /** Why it could not be loaded; null as long as it may still come. */
  error?: unknown;
  onRetry?: () => void;
  onOpenChange: OverlayProps["onOpenChange"];
};

/** What is shown in place of code that is being loaded. */
export function OnItsWay({ error = null, onRetry = () => {}, onOpenChange }: OnItsWayProps) {
  const area = useRef<HTMLDivElement>(null);
  useEscape(onOpenChange && (() => onOpenChange(false)));
  // What opened it has the focus again when the buttons here are gone.
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
    // An open dialog takes all but itself from the pointer.
    <div ref={area} className={`${overlayStyle} grid place-items-center p-4`} style={{ pointerEvents: "auto" }}>
      {error === null ? (
        <p role="status" className="flex items-center gap-3 rounded-card bg-surface-raised px-6 py-4 shadow-card">
          <Spinner className="text-primary" />
          <span>Opening...</span>
        </p>
      ) : (
        <Failed onRetry={onRetry} onOpenChange={onOpenChange} />
      )}
    </div>
  );
}

/** A dialog that is open below hears of these at the document, takes the focus back, and closes. */
const OUTSIDE_OF_A_DIALOG = ["focusin", "focusout", "pointerdown"] as const;

const keepWithin = (event: Event) => event.stopPropagation();

function Failed({ onRetry, onOpenChange }: Required<Pick<OnItsWayProps, "onRetry" | "onOpenChange">>) {
  return (
    <Notice
      tone="error"
      title="This could not be opened"
      className="max-w-md shadow-card"
      action={
        <>
          <Button autoFocus size="sm" onClick={onRetry}>
            Try again
          </Button>
          {onOpenChange !== undefined && (
            <Button variant="outline" size="sm" onClick={() => onOpenChange(false)}>
              Close
            </Button>
          )}
        </>
      }
    >
      {WHAT_TO_DO}
    </Notice>
  );
}
