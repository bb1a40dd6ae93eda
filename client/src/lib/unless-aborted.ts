/** What is awaited; rejects at once when the signal is aborted. */
export function unlessAborted<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([awaited, aborted]);
}
