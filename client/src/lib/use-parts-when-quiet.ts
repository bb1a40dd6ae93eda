import { useIsFetching } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadParts } from "./part.ts";

/** The screen is there, and nothing that it still needs would have to wait for what is loaded now. */
const QUIET_MS = 2_000;

/** Loads what the screen may open (part.ts) once nothing was asked of the server for a while. */
export function usePartsWhenQuiet(): void {
  const isQuiet = useIsFetching() === 0;
  useEffect(() => {
    if (!isQuiet) return undefined;
    const timer = setTimeout(() => void loadParts(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
}
