import { useEffect, useLayoutEffect, useRef } from "react";

const MARK = "walk";

/**
 * The phone's way back leaves this screen, not the page under it; locked, it does nothing. Returns how a button leaves.
 */
export function useWayBack(isLocked: boolean, onLeave: () => void): () => void {
  const latest = useRef({ isLocked, onLeave });
  useLayoutEffect(() => {
    latest.current = { isLocked, onLeave };
  });
  useEffect(() => {
    if (!isMarked()) push();
    const onBack = () => {
      if (isMarked()) return;
      if (latest.current.isLocked) push();
      else latest.current.onLeave();
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);
  return () => {
    if (isMarked()) history.back();
    else onLeave();
  };
}

const push = () => history.pushState(MARK, "");
const isMarked = () => history.state === MARK;
