export interface EventQueue<Event> {
  /** After the end it takes none. */
  push(event: Event): void;
  /** Ends the queue; the reader first gets the events that wait. */
  end(): void;
  /** Ends the queue with an error; the reader first gets the events that wait. */
  fail(error: unknown): void;
  /** @param onLeave called where the reader ends its iteration early */
  read(onLeave?: () => void): AsyncIterable<Event>;
}

/**
 * A queue of events for one reader. Adding an event never waits for the reader; `join` may merge two waiting events into
 * one, so that a slow reader costs no more memory than the text itself. The reader iterates over a plain object and not over
 * a generator, which would cost several promises more for each token.
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

  // What is added in one go after the reader was woken is still joined: it takes its event a moment later.
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

/** Joins two pieces of a reply's text; no other events. */
export function joinContent<Event extends { type: string; content?: string }>(first: Event, second: Event) {
  if (first.type !== "content" || second.type !== "content") return null;
  return { ...first, content: `${first.content}${second.content}` };
}
