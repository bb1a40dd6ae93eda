import { t } from "@lingui/core/macro";
import * as AlertPrimitive from "@radix-ui/react-alert-dialog";
import * as DialogPrimitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefCallback, useCallback, useState } from "react";
import { dialogBar } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { Button } from "./button.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import { dialogPanelStyle, overlayStyle } from "./panel-style.ts";

export type OverlayProps = { open: boolean; onOpenChange?: ((open: boolean) => void) | undefined };

const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" };

const stayOpen = {
  onEscapeKeyDown: (event: Event) => event.preventDefault(),
  onInteractOutside: (event: Event) => event.preventDefault(),
};

type DialogPanelProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, "title"> &
  OverlayProps & {
    title: ReactNode;
    description?: ReactNode;
    /** Stays in view below the part that scrolls. */
    footer?: ReactNode;
    size?: keyof typeof widths;
    isClosable?: boolean;
    hidesPage?: boolean;
  };

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  isClosable = true,
  hidesPage = false,
  className,
  children,
  ...props
}: DialogPanelProps) {
  const focus = useDialogFocus();
  const [body, overflowing] = useOverflowing<HTMLDivElement>();
  return (
    <DialogPrimitive.Root open={open} {...(onOpenChange ? { onOpenChange } : {})}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className={cn(overlayStyle, hidesPage && "bg-surface")} />
        <DialogPrimitive.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...focus}
          {...(isClosable ? {} : stayOpen)}
          className={cn(
            dialogPanelStyle,
            "inset-0 h-dvh pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]",
            "sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:h-auto sm:max-h-[calc(85dvh-2*var(--toast,0px))] sm:-translate-y-1/2 sm:rounded-card sm:border sm:border-line sm:p-0",
            widths[size],
            className,
          )}
          {...props}
        >
          <header className="flex items-start gap-3 px-5 pt-5 pb-3 sm:px-6">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <DialogPrimitive.Title className="text-2xl">{title}</DialogPrimitive.Title>
              {description && (
                <DialogPrimitive.Description className="text-ink-muted">{description}</DialogPrimitive.Description>
              )}
            </div>
            {isClosable && (
              <DialogPrimitive.Close asChild>
                <Button variant="ghost" size="icon" aria-label={t`Close`} className="-mt-1.5 -me-2">
                  <X aria-hidden="true" />
                </Button>
              </DialogPrimitive.Close>
            )}
          </header>
          <div
            ref={body}
            {...(overflowing ? { tabIndex: 0 } : {})}
            className="mb-(--toast) min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:mb-0 focus-visible:-outline-offset-3 sm:px-6 sm:pb-6"
          >
            <div>{children}</div>
          </div>
          {footer && (
            <footer
              ref={dialogBar}
              className="flex flex-col-reverse gap-3 border-line border-t px-5 py-4 sm:flex-row sm:justify-end sm:px-6"
            >
              {footer}
            </footer>
          )}
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

type ConfirmPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  /** The caller closes the dialog, once the work is done. */
  onConfirm: () => void;
  cancelLabel?: ReactNode;
  tone?: "danger" | "primary";
  busy?: boolean;
  confirmDisabled?: boolean;
  children?: Elements;
};

export function ConfirmPanel({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
  cancelLabel = t`Cancel`,
  tone = "danger",
  busy = false,
  confirmDisabled = false,
  children,
}: ConfirmPanelProps) {
  const focus = useDialogFocus();
  return (
    <AlertPrimitive.Root open={open} onOpenChange={onOpenChange}>
      <AlertPrimitive.Portal>
        <AlertPrimitive.Overlay className={overlayStyle} />
        <AlertPrimitive.Content
          {...focus}
          className={cn(
            dialogPanelStyle,
            "inset-x-4 top-1/2 mx-auto max-h-[calc(90dvh-2*var(--toast,0px))] max-w-md -translate-y-1/2 gap-4 overflow-y-auto rounded-card border border-line p-5 sm:p-6",
          )}
        >
          <AlertPrimitive.Title className="text-2xl">{title}</AlertPrimitive.Title>
          <AlertPrimitive.Description className="text-ink-muted">{description}</AlertPrimitive.Description>
          {children}
          <div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:justify-end">
            <AlertPrimitive.Cancel asChild>
              <Button variant="outline" disabled={busy}>
                {cancelLabel}
              </Button>
            </AlertPrimitive.Cancel>
            <Button variant={tone} busy={busy} disabled={confirmDisabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertPrimitive.Content>
      </AlertPrimitive.Portal>
    </AlertPrimitive.Root>
  );
}

type SheetPanelProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, "title"> &
  OverlayProps & {
    side?: "start" | "end";
    title: ReactNode;
    hideTitle?: boolean;
    /** Once it is gone; true where something else takes the focus then. */
    onClosed?: (() => boolean) | undefined;
  };

export function SheetPanel({
  open,
  onOpenChange,
  side = "start",
  title,
  hideTitle,
  onClosed,
  className,
  children,
  ...props
}: SheetPanelProps) {
  const focus = useDialogFocus();
  return (
    <DialogPrimitive.Root open={open} {...(onOpenChange ? { onOpenChange } : {})}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className={overlayStyle} />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          {...focus}
          onCloseAutoFocus={(event) => {
            if (onClosed?.() === true) event.preventDefault();
            else focus.onCloseAutoFocus(event);
          }}
          data-sheet=""
          className={cn(
            "fixed inset-y-0 z-50 flex w-72 max-w-[88vw] flex-col bg-surface-raised text-ink shadow-card outline-none",
            "pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]",
            side === "start"
              ? "start-0 data-[state=closed]:animate-to-start data-[state=open]:animate-from-start"
              : "end-0 data-[state=closed]:animate-to-end data-[state=open]:animate-from-end",
            className,
          )}
          {...props}
        >
          <header className="flex min-h-16 items-center gap-3 px-4">
            <DialogPrimitive.Title className={cn("flex-1 text-xl", hideTitle && "sr-only")}>
              {title}
            </DialogPrimitive.Title>
            <DialogPrimitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label={t`Close`} className="-me-2 ms-auto">
                <X aria-hidden="true" />
              </Button>
            </DialogPrimitive.Close>
          </header>
          <div className="mb-(--toast) min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-5">{children}</div>
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

/** A box that scrolls must be reachable without a mouse, so it is a tab stop while it overflows. */
export function useOverflowing<T extends HTMLElement>(): [RefCallback<T>, boolean] {
  const [overflowing, setOverflowing] = useState(false);
  const ref = useCallback((element: T | null) => {
    if (element === null || !("ResizeObserver" in window)) return undefined;
    const measure = () => setOverflowing(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [ref, overflowing];
}
