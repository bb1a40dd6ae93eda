import { performance } from "node:perf_hooks";

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
