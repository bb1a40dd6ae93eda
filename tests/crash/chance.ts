/** Chance that a seed decides, so that a run can be had again (as far as the machine's own timing lets it). */
export interface Chance {
  /** From `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** Of the given, one; the more often it is listed the likelier. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True once in so many times. */
  onceIn(times: number): boolean;
}

export function createChance(seed: number): Chance {
  // Mulberry32: small, and even enough to choose what is done next.
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    oneOf: ([first, ...others]) => {
      const index = between(0, others.length);
      return index === 0 ? first : (others[index - 1] ?? first);
    },
    onceIn: (times) => between(1, times) === 1,
  };
}
