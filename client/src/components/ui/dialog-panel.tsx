import * as DialogPrimitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { dialogBar } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";
import { Button } from "./button.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import type { OverlayProps } from "./overlay.tsx";
import { dialogPanelStyle, overlayStyle } from "./panel-style.ts";
import { useOverflowing } from "./use-overflowing.ts";

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
    /** False where only what is in the dialog ends it. */
    isClosable?: boolean;
    /** Nothing of the page is seen behind it. */
    hidesPage?: boolean;
  };

/** A dialog as it is open (dialog.tsx). */
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
                <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1.5 -mr-2">
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
