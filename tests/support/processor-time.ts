/** The processor's time that the work took, in milliseconds: unlike the clock, hardly longer on a busy machine. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
