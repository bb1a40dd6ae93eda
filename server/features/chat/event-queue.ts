export interface EventQueue<Event> {
  push(event: Event): void;
  /** Ends the queue; the reader first gets the events that wait. */
  end(): void;
  /** Ends the queue with an error; the reader first gets the events that wait. */
  fail(error: unknown): void;
  read(): AsyncGenerator<Event, void>;
}

/**
 * A queue of events for one reader. Adding an event never waits for the reader; `join` may merge two waiting events into
 * one, so that a slow reader costs no more memory than the text itself.
 */
export function createEventQueue<Event>(join: (first: Event, second: Event) => Event | null): EventQueue<Event> {
  const waiting: Event[] = [];
  let wake: (() => void) | undefined;
  let ending: { error?: unknown; failed: boolean } | undefined;

  function push(event: Event): void {
    const last = waiting.at(-1);
    const joined = last === undefined ? null : join(last, event);
    if (joined === null) waiting.push(event);
    else waiting[waiting.length - 1] = joined;
    wake?.();
  }

  async function* read(): AsyncGenerator<Event, void> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (ending?.failed) throw ending.error;
      else if (ending !== undefined) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  return {
    push,
    end() {
      ending = { failed: false };
      wake?.();
    },
    fail(error) {
      ending = { error, failed: true };
      wake?.();
    },
    read,
  };
}

/** Joins two pieces of a reply's text; no other events. */
export function joinContent<Event extends { type: string; content?: string }>(first: Event, second: Event) {
  if (first.type !== "content" || second.type !== "content") return null;
  return { ...first, content: `${first.content}${second.content}` };
}
