/** Milliseconds since 1970 by a clock that only goes forward; pages have the same on the same machine. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Runs it so many milliseconds from now, or at once where that is over. */
export function after(ms: number, run: () => void): void {
  setTimeout(run, Math.max(0, ms));
}
