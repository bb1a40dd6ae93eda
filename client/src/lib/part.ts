import { t } from "@lingui/core/macro";
import { type ComponentType, lazy, useEffect, useState } from "react";
import { toast } from "@/lib/toast.ts";

/** Code that is loaded when it is first used, such as that of menus and dialogs. */
export interface LazyPart<Value> {
  now: () => Value | null;
  load: () => Promise<Value>;
}

const parts = new Set<LazyPart<unknown>>();

export function lazyPart<Value>(load: () => Promise<Value>): LazyPart<Value> {
  let loaded: Value | null = null;
  const part = {
    now: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
  parts.add(part);
  return part;
}

/** Failures are tried again at the first use. */
export async function loadLazyParts(): Promise<void> {
  await Promise.allSettled([...parts].map((part) => part.load()));
}

/** Code is missing without a connection, or where the product was updated since the page was opened. */
/** A function, because this module is loaded before the language. */
export const whatToDo = (): string =>
  t`Please check your connection and try again. If that does not help, load the page anew.`;

interface LazyPartState<Value> {
  value: Value | null;
  /** Null as long as the code may still come. */
  error: unknown;
  retry: () => void;
}

/** Loads the part once it is wanted. After a failure it is tried again when it is wanted next. */
export function useLazyPart<Value>(part: LazyPart<Value>, isWanted: boolean): LazyPartState<Value> {
  const [error, setError] = useState<unknown>(null);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted) setError(null);
    if (!isWanted || error !== null) return undefined;
    // It may have come since the last render.
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
 * For a button whose menu or list is loaded at the first press. Where that fails, a toast says what to do, and the next
 * press tries again.
 */
export function useLazyPopup<Value>(part: LazyPart<Value>, what: string) {
  const [way, setWay] = useState<"by pointer" | "by key" | null>(null);
  const { value, error } = useLazyPart(part, way !== null);
  useEffect(() => {
    if (error === null) return;
    setWay(null);
    toast({ title: t`${what} could not be opened`, description: whatToDo(), variant: "destructive" });
  }, [error, what]);
  return { shown: way === null ? null : value, way, isLoading: way !== null && value === null, open: setWay };
}

export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
