import * as fs from "node:fs";

/** Where lines of the log go. */
export interface LogOutput {
  write(line: string): void;
  /** Writes what waits, as the process ends: what nobody took after `LAST_WRITES_MS` is given up. */
  end(): void;
}

/** The two calls of the system that it takes; replaced in tests. */
export type FileCalls = Pick<typeof fs, "write" | "writeSync">;

/** What may wait for a reader, in characters: some 30,000 lines. What comes then is left out, and counted. */
const MOST_WAITING = 8 * 2 ** 20;
/** A full pipe, or a full disk, is tried again after this. */
const RETRY_MS = 100;
/** How long the process's end waits for a reader. */
const LAST_WRITES_MS = 1_000;

/**
 * Writes to a file descriptor without waiting for whoever reads it: where the reader of a pipe is slow or stands still,
 * the server goes on, keeps a bounded part of its lines, and can end. Where it is gone, nothing is kept.
 *
 * The log library's own output keeps all of it, and at the end tries for ever.
 */
export function createLogOutput(fd = 1, calls: FileCalls = fs): LogOutput {
  let waiting = "";
  /** Handed over, and not taken whole yet. */
  let sent: Buffer = Buffer.alloc(0);
  let state: "idle" | "writing" | "stuck" | "gone" = "idle";
  let leftOut = 0;

  const send = () => {
    if (sent.length === 0) {
      sent = Buffer.from(waiting);
      waiting = "";
    }
    state = "writing";
    calls.write(fd, sent, 0, sent.length, null, onWritten);
  };
  const onWritten = (error: NodeJS.ErrnoException | null, count: number) => {
    if (state === "gone") return;
    if (error === null) took(count);
    else if (error.code === "EPIPE") giveUp();
    else {
      state = "stuck";
      setTimeout(() => state === "stuck" && send(), RETRY_MS).unref();
    }
  };
  const took = (count: number) => {
    sent = sent.subarray(count);
    state = "idle";
    if (leftOut > 0 && sent.length === 0) {
      waiting += lineAbout(leftOut);
      leftOut = 0;
    }
    if (sent.length > 0 || waiting !== "") send();
  };
  const giveUp = () => {
    state = "gone";
    waiting = "";
    sent = Buffer.alloc(0);
  };
  return {
    write(line) {
      if (state === "gone") return;
      if (waiting.length + sent.length > MOST_WAITING) leftOut += 1;
      else waiting += line;
      if (state === "idle") send();
    },
    end() {
      // What is being written at this moment is the system's already.
      let rest = Buffer.concat([state === "writing" ? Buffer.alloc(0) : sent, Buffer.from(waiting)]);
      giveUp();
      const until = performance.now() + LAST_WRITES_MS;
      while (rest.length > 0 && performance.now() < until) {
        try {
          rest = rest.subarray(calls.writeSync(fd, rest));
        } catch (error) {
          if (!isFull(error)) return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        }
      }
    },
  };
}

let standard: LogOutput | undefined;

/** That of the process's standard output: one, however many logs write to it. Ends with the process. */
export function standardLogOutput(): LogOutput {
  if (standard === undefined) {
    standard = createLogOutput();
    process.once("exit", standard.end);
  }
  return standard;
}

const isFull = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAGAIN";

const lineAbout = (count: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines: count, msg: "lines of the log were left out, because nobody read them in time" })}\n`;
