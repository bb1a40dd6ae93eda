/** Something that does one job at a time, and several after one another. */
export interface Line {
  /** False once it can do no more: then it is not used again. */
  readonly usable: boolean;
  /** A job under way fails. Closing twice does no harm. */
  close(): void;
}

export interface LinesOptions<Kind extends Line> {
  open(): Promise<Kind>;
  readonly atOnce: number;
  /** An idle line is closed after this time. */
  readonly idleMs: number;
  /** What those get that still wait, or come, when all is closed. */
  readonly closedError: () => Error;
}

/** A few lines, opened when they are needed, used again while they are good, closed when they idle. */
export function createLines<Kind extends Line>({ open, atOnce, idleMs, closedError }: LinesOptions<Kind>) {
  const lines = new Set<Kind>();
  const idle: { line: Kind; timer: NodeJS.Timeout }[] = [];
  const waiting: { start(): void; refuse(): void }[] = [];
  let busy = 0;
  let closed = false;

  /** @throws what the job throws, or the signal's reason while it is not yet its turn */
  async function use<Result>(signal: AbortSignal, job: (line: Kind) => Promise<Result>): Promise<Result> {
    await turn(signal);
    let line: Kind | undefined;
    try {
      line = takeIdle() ?? (await openLine());
      return await job(line);
    } finally {
      if (line !== undefined) giveBack(line);
      busy -= 1;
      waiting.shift()?.start();
    }
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (closed) throw closedError();
      const settle = (act: () => void) => () => {
        signal.removeEventListener("abort", onAbort);
        act();
      };
      const start = settle(() => {
        busy += 1;
        resolve();
      });
      const entry = { start, refuse: settle(() => reject(closedError())) };
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      if (busy < atOnce) {
        start();
        return;
      }
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.push(entry);
    });
  }

  async function openLine(): Promise<Kind> {
    const line = await open();
    if (closed) {
      line.close();
      throw closedError();
    }
    lines.add(line);
    return line;
  }

  function takeIdle(): Kind | undefined {
    // The one used last: the others may then idle long enough to be closed.
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      clearTimeout(found.timer);
      if (found.line.usable) return found.line;
      drop(found.line);
    }
    return undefined;
  }

  function giveBack(line: Kind): void {
    if (!line.usable || closed) {
      drop(line);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      drop(line);
    }, idleMs);
    timer.unref();
    const entry = { line, timer };
    idle.push(entry);
  }

  function drop(line: Kind): void {
    lines.delete(line);
    line.close();
  }

  return {
    use,
    get waiting() {
      return waiting.length;
    },
    close(): void {
      closed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      for (const { refuse } of waiting.splice(0)) refuse();
      for (const line of lines) drop(line);
    },
  };
}
