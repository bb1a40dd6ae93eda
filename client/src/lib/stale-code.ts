/**
 * A page from before an update may ask for code that the server no longer has. One reload gets the new page; if that
 * does not help, the error is shown.
 */

const RELOADED_AT = "reloaded-for-code";
const ONCE_PER_MS = 60_000;

const failures = new WeakSet<object>();

/** Vite announces errors of missing code; their messages differ between browsers. */
export function watchForStaleCode(): void {
  addEventListener("vite:preloadError", ({ payload }) => failures.add(payload));
}

export function isStaleCode(error: unknown, now = Date.now()): boolean {
  if (typeof error !== "object" || error === null || !failures.has(error) || !navigator.onLine) return false;
  try {
    return now - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > ONCE_PER_MS;
  } catch {
    // Without storage the reloads can't be counted, and could repeat forever.
    return false;
  }
}

export function reloadForNewCode(reload = () => location.reload()): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  reload();
}
