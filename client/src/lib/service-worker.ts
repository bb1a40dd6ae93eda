/** Not in development, where it would cache old code. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // Some private windows don't allow it: only the offline page is then missing.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  });
}

/** Cached files reveal which screens the last user opened. The offline page stays. */
export async function forgetLoadedFiles(): Promise<void> {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) if (!name.startsWith("offline-")) await caches.delete(name);
}
