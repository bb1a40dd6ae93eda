/** The built product can be installed, and says honestly when there is no network. In development nothing is kept. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // Refused in some private windows: then there is no offline page, and nothing else is missing.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  });
}

/** Which screens somebody has opened can be told from the files that they needed: only the offline page stays. */
export async function forgetLoadedFiles(): Promise<void> {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) if (!name.startsWith("offline-")) await caches.delete(name);
}
