import { useEffect, useLayoutEffect, useRef } from "react";

const MARK = "walk";

/**
 * Makes the browser's back button leave walk mode and not the page; while locked it does nothing. Returns the function
 * with which other buttons leave.
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
