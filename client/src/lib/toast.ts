import { useSyncExternalStore } from "react";

type ToastVariant = "default" | "destructive";

type ToastAction = { label: string; onAction: () => void };

export type ToastInput = {
  title: string;
  description?: string | undefined;
  variant?: ToastVariant | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  action?: ToastAction | undefined;
};

export type Toast = {
  id: number;
  title: string;
  description: string | undefined;
  variant: ToastVariant;
  duration: number;
  action: ToastAction | undefined;
  open: boolean;
};

export const TOAST_DURATION_MS = 5000;
/** How long a dismissed toast stays in memory; the next toast drops it earlier. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

const listeners = new Set<() => void>();
let current: Toast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Replaces the toast that is shown. */
export function toast(input: ToastInput): void {
  lastId += 1;
  show({
    id: lastId,
    title: input.title,
    description: input.description,
    variant: input.variant ?? "default",
    duration: input.duration ?? TOAST_DURATION_MS,
    action: input.action,
    open: true,
  });
}

/** Without an id it closes whichever toast is shown. */
export function dismissToast(id?: number): void {
  if (current === null || !current.open || (id !== undefined && id !== current.id)) return;
  show({ ...current, open: false });
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY_MS);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

function show(next: Toast | null): void {
  clearTimeout(removal);
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
