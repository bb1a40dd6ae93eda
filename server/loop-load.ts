import { performance } from "node:perf_hooks";

const SAMPLE_MS = 200;
/** From this share of its time the event loop counts as busy. */
const BUSY = 0.5;

let last = performance.eventLoopUtilization();
let lastAt = performance.now();
let utilization = 0;

/** The share of its time that the event loop of this process worked lately: in the last fifth of a second, or since asked. */
function loopLoad(): number {
  const now = performance.now();
  if (now - lastAt >= SAMPLE_MS) {
    const current = performance.eventLoopUtilization();
    utilization = performance.eventLoopUtilization(current, last).utilization;
    last = current;
    lastAt = now;
  }
  return utilization;
}

/** Whether the event loop has more work than rest. */
export const isLoopBusy = (): boolean => loopLoad() > BUSY;

/** How long a turn of the event loop takes: whatever is ready, a new connection too, waits for about one. */
export interface LoopTurns {
  /** The mean of the turns since it was last asked, in milliseconds, without the time in which nothing was ready. */
  meanMs(): number;
}

export function createLoopTurns(): LoopTurns {
  let lastUse = performance.eventLoopUtilization();
  let lastCount = performance.nodeTiming.uvMetricsInfo.loopCount;
  return {
    meanMs() {
      const use = performance.eventLoopUtilization();
      const count = performance.nodeTiming.uvMetricsInfo.loopCount;
      const { active } = performance.eventLoopUtilization(use, lastUse);
      const mean = active / Math.max(1, count - lastCount);
      lastUse = use;
      lastCount = count;
      return mean;
    },
  };
}
