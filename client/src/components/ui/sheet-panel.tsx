import * as DialogPrimitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { Button } from "./button.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import type { OverlayProps } from "./overlay.tsx";
import { overlayStyle } from "./panel-style.ts";

type SheetPanelProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, "title"> &
  OverlayProps & {
    side?: "left" | "right";
    title: ReactNode;
    /** Keeps the title for screen readers only. */
    hideTitle?: boolean;
  };

/** A sheet as it is open (dialog.tsx). */
export function SheetPanel({
  open,
  onOpenChange,
  side = "left",
  title,
  hideTitle,
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
          data-sheet=""
          className={cn(
            "fixed inset-y-0 z-50 flex w-72 max-w-[88vw] flex-col bg-surface-raised text-ink shadow-card outline-none",
            "pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]",
            side === "left"
              ? "left-0 data-[state=closed]:animate-to-left data-[state=open]:animate-from-left"
              : "right-0 data-[state=closed]:animate-to-right data-[state=open]:animate-from-right",
            className,
          )}
          {...props}
        >
          <header className="flex min-h-16 items-center gap-3 px-4">
            <DialogPrimitive.Title className={cn("flex-1 text-xl", hideTitle && "sr-only")}>
              {title}
            </DialogPrimitive.Title>
            <DialogPrimitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-mr-2 ml-auto">
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
