import { useEffect, useState } from "react";
import { type Part, usePart, WHAT_TO_DO } from "@/lib/part.ts";
import { toast } from "@/lib/toast.ts";

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
