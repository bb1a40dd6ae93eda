/**
 * A page that was opened before an update asks for code that the server no longer has. One reload brings the new page;
 * where that does not help, the error is shown.
 */

const RELOADED_AT = "reloaded-for-code";
/** A second failure this soon after a reload is not cured by another one. */
const ONCE_PER_MS = 60_000;

const failures = new WeakSet<object>();

/** Remembers the errors of code that could not be loaded: browsers word them differently, Vite announces them alike. */
export function watchForStaleCode(): void {
  addEventListener("vite:preloadError", ({ payload }) => failures.add(payload));
}

/** Whether a reload may help against this error. */
export function isStaleCode(error: unknown, now = Date.now()): boolean {
  if (typeof error !== "object" || error === null || !failures.has(error) || !navigator.onLine) return false;
  try {
    return now - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > ONCE_PER_MS;
  } catch {
    // Without storage nobody could tell the first reload from the tenth.
    return false;
  }
}

export function reloadForNewCode(reload = () => location.reload()): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  reload();
}
