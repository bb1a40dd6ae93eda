import { useEffect, useState } from "react";

/** The screen locks again this long after the last touch. */
const RELOCK_MS = 12_000;

/** Whether the screen is locked: then only the big button reacts to touches. */
export function useTouchLock(isWalking: boolean): { isLocked: boolean; unlock: () => void } {
  const [isUnlocked, setUnlocked] = useState(false);
  useEffect(() => {
    if (!isWalking || !isUnlocked) return undefined;
    const lock = () => setUnlocked(false);
    let timer = setTimeout(lock, RELOCK_MS);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(lock, RELOCK_MS);
    };
    const touches = ["pointerdown", "keydown", "input"] as const;
    for (const touch of touches) document.addEventListener(touch, wait);
    return () => {
      clearTimeout(timer);
      for (const touch of touches) document.removeEventListener(touch, wait);
    };
  }, [isWalking, isUnlocked]);
  return { isLocked: isWalking && !isUnlocked, unlock: () => setUnlocked(true) };
}
