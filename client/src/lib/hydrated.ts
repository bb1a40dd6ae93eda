import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether React has taken over the page. A page that comes with its content (client/src/prerender.tsx) is seen before that,
 * and a press on a button that only a script answers would be lost: such a button is disabled until then.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
