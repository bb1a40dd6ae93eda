import { createEventQueue } from "#server/event-queue.ts";
import { LONGEST_CHARACTERS } from "./reply-text.ts";

/** Of what an engine says, some is not shown, such as the numbers of its sources; more than this no reply has. */
const MOST_CHARACTERS = 4 * LONGEST_CHARACTERS;

export interface HeldPieces {
  /** Whether the engine has failed before anybody read. */
  hasFailed(): boolean;
  /** All pieces from the first on, as `LanguageModel.stream` gives them. To be called once. */
  read(signal: AbortSignal): AsyncIterable<string>;
}

/** Gets the words as they come, and is told of their end. Never throws. */
interface Listener {
  push(piece: string): void;
  end(): void;
}

/** Reads an engine's words at once and holds them until somebody wants them. @param signal ends both */
export function holdPieces(
  stream: (signal: AbortSignal) => AsyncIterable<string>,
  signal: AbortSignal,
  listener?: Listener,
): HeldPieces {
  const reader = new AbortController();
  const either = AbortSignal.any([signal, reader.signal]);
  const queue = createEventQueue<string>((first, second) => first + second);
  let hasFailed = false;
  const pull = async () => {
    let length = 0;
    for await (const piece of stream(either)) {
      queue.push(piece);
      listener?.push(piece);
      length += piece.length;
      // An engine that heeds no signal would go on forever.
      if (either.aborted || length >= MOST_CHARACTERS) return reader.abort();
    }
  };
  const end = () => {
    queue.end();
    listener?.end();
  };
  void pull().then(end, (error: unknown) => {
    hasFailed = true;
    queue.fail(error);
  });
  return {
    hasFailed: () => hasFailed,
    read(wanted) {
      if (wanted.aborted) reader.abort();
      else wanted.addEventListener("abort", () => reader.abort(), { once: true });
      return queue.read(() => reader.abort());
    },
  };
}
