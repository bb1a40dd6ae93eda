export interface EventQueue<Event> {
  push(event: Event): void;
  end(): void;
  fail(error: unknown): void;
  read(onLeave?: () => void): AsyncIterable<Event>;
}

/**
 * `join` merges waiting events, so that a slow reader costs no memory. A generator would cost promises for each token.
 */
export function createEventQueue<Event>(
  join: (first: Event, second: Event) => Event | null = () => null,
): EventQueue<Event> {
  const waiting: Event[] = [];
  let wake: (() => void) | undefined;
  let ending: { error?: unknown; failed: boolean } | undefined;

  function push(event: Event): void {
    if (ending !== undefined) return;
    const last = waiting.at(-1);
    const joined = last === undefined ? null : join(last, event);
    if (joined === null) waiting.push(event);
    else waiting[waiting.length - 1] = joined;
    wake?.();
  }

  function end(how: { error?: unknown; failed: boolean }): void {
    ending ??= how;
    wake?.();
  }

  // Events added right after the wake-up are still joined.
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  async function next(): Promise<IteratorResult<Event, undefined>> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) return { done: false, value: event };
      if (ending?.failed) throw ending.error;
      if (ending !== undefined) return { done: true, value: undefined };
      await woken();
    }
  }

  return {
    push,
    end: () => end({ failed: false }),
    fail: (error) => end({ error, failed: true }),
    read: (onLeave) => ({
      [Symbol.asyncIterator]: () => ({
        next,
        async return() {
          onLeave?.();
          return { done: true, value: undefined };
        },
      }),
    }),
  };
}

export function joinContent<Event extends { type: string; content?: string }>(first: Event, second: Event) {
  if (first.type !== "content" || second.type !== "content") return null;
  return { ...first, content: `${first.content}${second.content}` };
}
