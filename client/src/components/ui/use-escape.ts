import { useEffect } from "react";
import { useStable } from "@/lib/use-stable.ts";

/** Calls this for the Escape key, which no dialog below then hears of. While it is undefined, the key is left alone. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const leave = useStable(() => onEscape?.());
  const isWanted = onEscape !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      leave();
    };
    // Dialogs listen at the document, in the same way: the window comes before it.
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, [isWanted, leave]);
}
