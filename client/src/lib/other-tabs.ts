const NAME = "session";

/** One channel for the page, because it does not hear its own messages. */
let open: BroadcastChannel | undefined;

function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  open ??= new BroadcastChannel(NAME);
  return open;
}

/** Tells the other tabs that somebody has signed in or out. */
export function tellOtherTabs(): void {
  const tabs = channel();
  tabs?.postMessage(null);
  if (tabs !== undefined) return;
  try {
    localStorage.setItem(NAME, String(Date.now()));
  } catch {
    // Some private windows allow no storage: the other tabs then learn of it by their next call.
  }
}

/** @returns a function that removes the listener */
export function onOtherTab(listener: () => void): () => void {
  const tabs = channel();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === NAME) listener();
  };
  tabs?.addEventListener("message", listener);
  addEventListener("storage", onStorage);
  return () => {
    tabs?.removeEventListener("message", listener);
    removeEventListener("storage", onStorage);
  };
}
