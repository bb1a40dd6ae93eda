import { t } from "@lingui/core/macro";
import * as ToastPrimitive from "@radix-ui/react-toast";
import { CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { toastStrip } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";
import { dismissToast, TOAST_DURATION_MS, type Toast, useToast } from "@/lib/toast.ts";
import { Button } from "./button.tsx";

/** Typing dismisses a plain message, because the field may be behind it. */
function useLeavingWhenTyping(shown: Toast | null): void {
  const id = isPassing(shown) ? shown?.id : undefined;
  useEffect(() => {
    if (id === undefined) return undefined;
    const leave = () => dismissToast(id);
    document.addEventListener("input", leave);
    return () => document.removeEventListener("input", leave);
  }, [id]);
}

const isPassing = (shown: Toast | null): boolean =>
  shown?.variant === "default" && shown.action === undefined && shown.duration <= TOAST_DURATION_MS;

export function Toaster() {
  const shown = useToast();
  useLeavingWhenTyping(shown);
  return (
    <ToastPrimitive.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {shown !== null && (
        <ToastPrimitive.Root
          key={shown.id}
          // Radix reads "foreground" out assertively and "background" politely.
          type={shown.variant === "destructive" ? "foreground" : "background"}
          duration={shown.duration}
          open={shown.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id);
          }}
          className={cn(
            // Important, because an open dialog disables the pointer events of everything else.
            "pointer-events-auto! my-3 flex max-h-[60dvh] items-start gap-3 rounded-card border p-4 pe-2 text-ink shadow-card",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            "data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out data-[swipe=end]:animate-swipe-out",
            shown.variant === "destructive" ? "border-danger bg-danger-soft" : "border-line bg-surface-raised",
          )}
        >
          {shown.variant === "destructive" && (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          )}
          <div className="flex max-h-[calc(60dvh-2rem)] min-w-0 flex-1 flex-col gap-0.5 overflow-y-auto">
            <ToastPrimitive.Title className="font-bold">{shown.title}</ToastPrimitive.Title>
            {shown.description && (
              <ToastPrimitive.Description className="whitespace-pre-line text-sm">
                {shown.description}
              </ToastPrimitive.Description>
            )}
          </div>
          {shown.action !== undefined && (
            <ToastPrimitive.Action asChild altText={`${shown.action.label}: ${shown.title}`}>
              <Button variant="outline" size="sm" onClick={shown.action.onAction}>
                {shown.action.label}
              </Button>
            </ToastPrimitive.Action>
          )}
          <ToastPrimitive.Close
            aria-label={t`Dismiss`}
            className="-my-2.5 grid size-11 shrink-0 place-items-center rounded-full text-ink-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </ToastPrimitive.Close>
        </ToastPrimitive.Root>
      )}
      <ToastPrimitive.Viewport
        ref={toastStrip}
        hotkey={["F8"]}
        className={cn(
          "pointer-events-none fixed inset-x-4 z-60 m-auto flex list-none flex-col p-0 outline-none sm:max-w-96",
          // Above the composer, the save bar or the buttons of a dialog, which make room for it.
          "bottom-[calc(max(var(--bottom-bar,0px),env(safe-area-inset-bottom))+var(--keyboard,0px))]",
          "in-[body:has(>:is([role$=dialog],[data-panel]))]:bottom-[max(var(--dialog-bar,0px),env(safe-area-inset-bottom))]",
          "sm:in-[body:has(>:is([role$=dialog],[data-panel]))]:bottom-0",
        )}
      />
    </ToastPrimitive.Provider>
  );
}
