/** Not in development, where it would cache old code. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Some private windows don't allow it: only the offline page is then missing.
  const register = () => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  // A built page asks for its code after its first paint, often after its load.
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}

/** Cached files reveal which screens the last user opened. The offline page stays. */
export async function forgetLoadedFiles(): Promise<void> {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) if (!name.startsWith("offline-")) await caches.delete(name);
}
