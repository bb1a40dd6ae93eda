import { type ComponentType, lazy, useEffect, useState } from "react";
import { toast } from "@/lib/toast.ts";

/** Code that is loaded when it is first used: that of menus and dialogs, without which every screen can be shown. */
export interface Part<Value> {
  /** What was loaded; null before. */
  now: () => Value | null;
  load: () => Promise<Value>;
}

const known = new Set<Part<unknown>>();

export function partOf<Value>(load: () => Promise<Value>): Part<Value> {
  let loaded: Value | null = null;
  const part = {
    now: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
  known.add(part);
  return part;
}

/** Loads what the screens so far may open. What can't be loaded now is loaded at its first use. */
export async function loadParts(): Promise<void> {
  await Promise.allSettled([...known].map((part) => part.load()));
}

/** Code is missing without a connection, or where the product was updated since the page was opened. */
export const WHAT_TO_DO = "Please check your connection and try again. If that does not help, load the page anew.";

interface PartState<Value> {
  value: Value | null;
  /** Why it could not be loaded; null as long as it may still come. */
  error: unknown;
  retry: () => void;
}

/** The part, loaded once it is wanted. What is no longer wanted is tried again when it is wanted next. */
export function usePart<Value>(part: Part<Value>, isWanted: boolean): PartState<Value> {
  const [error, setError] = useState<unknown>(null);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted) setError(null);
    if (!isWanted || error !== null) return undefined;
    // It may have come since it was drawn.
    if (part.now() !== null) {
      setLoaded(true);
      return undefined;
    }
    let isOver = false;
    part.load().then(
      () => isOver || setLoaded(true),
      (reason) => isOver || setError(reason ?? new Error("The part could not be loaded.")),
    );
    return () => {
      isOver = true;
    };
  }, [part, isWanted, error]);
  return { value: part.now(), error, retry: () => setError(null) };
}

/**
 * For a button with a menu or a list whose code is loaded when it is first opened: what was loaded, once it is to be shown,
 * and in which `way` it was opened. Where it can't be loaded a message says what to do, and the next press tries again.
 */
export function useOpened<Value>(part: Part<Value>, what: string) {
  const [way, setWay] = useState<"by pointer" | "by key" | null>(null);
  const { value, error } = usePart(part, way !== null);
  useEffect(() => {
    if (error === null) return;
    setWay(null);
    toast({ title: `${what} could not be opened`, description: WHAT_TO_DO, variant: "destructive" });
  }, [error, what]);
  return { shown: way === null ? null : value, way, isLoading: way !== null && value === null, open: setWay };
}

/** A component that is loaded when it is first shown. */
export const lazyOf = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
