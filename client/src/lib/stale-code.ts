/**
 * A page that was opened before an update may ask for code that the server no longer has. One reload gets the new page;
 * if that does not help, the error is shown. Under this key the session storage holds when the reload was.
 */

const RELOADED_AT = "reloaded-for-code";
/** No second reload within this time, because it would not help either. */
const ONCE_PER_MS = 60_000;

const failures = new WeakSet<object>();

/** Remembers the errors that Vite announces for missing code, because their messages differ between browsers. */
export function watchForStaleCode(): void {
  addEventListener("vite:preloadError", ({ payload }) => failures.add(payload));
}

/** Whether a reload may help against this error. */
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
