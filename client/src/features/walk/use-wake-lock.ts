import { useEffect, useState } from "react";

/** Keeps the screen on while `isWanted`. `lost`: the browser can't do it, or the system does not allow it. */
export function useWakeLock(isWanted: boolean): "off" | "held" | "lost" {
  const [state, setState] = useState<"off" | "held" | "lost">("off");
  useEffect(() => {
    if (!isWanted) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const acquire = async () => {
      // The system releases the lock whenever the page is hidden.
      if (document.visibilityState === "hidden" || (lock !== null && !lock.released)) return;
      try {
        const next = await navigator.wakeLock.request("screen");
        if (isOver) return void next.release();
        lock = next;
        setState("held");
      } catch {
        if (!isOver) setState("lost");
      }
    };
    void acquire();
    document.addEventListener("visibilitychange", acquire);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", acquire);
      lock?.release().catch(() => {});
      setState("off");
    };
  }, [isWanted]);
  return state;
}
