import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function at every render, so that memoized components don't render again for its sake. */
export function useStableCallback<Values extends readonly unknown[]>(run: (...values: Values) => void) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...values: Values) => latest.current(...values), []);
}
