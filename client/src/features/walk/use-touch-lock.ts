import { useEffect, useState } from "react";

/** So long after the last touch it locks again. */
const RELOCK_MS = 12_000;

/** Whether only the big button may be tapped. */
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
