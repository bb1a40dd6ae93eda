import { useSyncExternalStore } from "react";

/** Whether the device has a network; it may still not reach the server. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
