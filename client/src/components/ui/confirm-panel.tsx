import * as AlertPrimitive from "@radix-ui/react-alert-dialog";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { Button } from "./button.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import { dialogPanelStyle, overlayStyle } from "./panel-style.ts";

type ConfirmPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  /** Does not close the dialog: the caller does, once the work is done. */
  onConfirm: () => void;
  cancelLabel?: ReactNode;
  tone?: "danger" | "primary";
  busy?: boolean;
  /** Disables the confirm button, for example until the pet's name has been typed. */
  confirmDisabled?: boolean;
  children?: Elements;
};

/** The question as it is open (dialog.tsx). */
export function ConfirmPanel({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
  cancelLabel = "Cancel",
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
