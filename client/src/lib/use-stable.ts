import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns the same function at every rendering, so that a memoized part that gets it is not drawn again for its sake. */
export function useStable<Values extends readonly unknown[]>(run: (...values: Values) => void) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...values: Values) => latest.current(...values), []);
}
